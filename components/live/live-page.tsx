'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { keepConnected } from '@/components/live/live-connection'
import { affectsPage } from '@/components/live/live-topics'
import {
  isPosting,
  isRefusedPage,
  registerRefresh,
  requestRefresh,
} from '@/components/live/refresh-scheduler'
import { showToast, type Toast } from '@/components/toasts/toasts'

/**
 * What a `ui.patch` says, of which the page needs this much: whatever is to be done with it, the
 * page reads itself again.
 */
interface Patch {
  target: string
}

/** Said when what this person may do changed. */
const PERMISSIONS = 'permissions'

const events = {
  'ui.patch': ({ target }: Patch) => {
    if (target === PERMISSIONS) recheckAccess()
    else if (affectsPage(target, location.pathname)) requestRefresh()
  },
  'ui.toast': (toast: Toast) => showToast(toast),
}

/** What was missed is read; a page that was refused may be open by now. */
function catchUp(again: boolean): void {
  if (isRefusedPage()) recheckAccess()
  else if (again) requestRefresh()
}

/**
 * Keeps what is open true while others change it: one connection a tab, and nothing to be seen.
 * `shownAt`: the moment that the page shows, in milliseconds; what changed between it and the
 * connection is told at its beginning.
 */
export function LivePage({ shownAt }: { shownAt: number }) {
  const router = useRouter()
  useEffect(() => registerRefresh(() => router.refresh()), [router])
  useEffect(() => watchLeaving(), [])
  const [since] = useState(String(shownAt))
  useEffect(
    () =>
      keepConnected({
        path: '/webui/ws',
        events,
        query: { since },
        onConnect: catchUp,
        onEnded: leaveEndedSession,
      }),
    [since],
  )
  return null
}

/** Another instance may answer, and hear of the change a moment later: there is a second look. */
const RECHECK_AFTER_MS = 2500

/** Signing in is another page; script is told no more of a redirect than 0. */
const GONE = [0, 401, 403, 404]

let again: ReturnType<typeof setTimeout> | undefined

/**
 * Looks whether the open page may still be opened, or may be by now: what may not be is taken away
 * at once, whatever was typed on it. Otherwise it is read again in place, the navigation with it.
 */
function recheckAccess(): void {
  void checkPage()
  clearTimeout(again)
  again = setTimeout(() => void checkPage(), RECHECK_AFTER_MS)
}

async function checkPage(): Promise<void> {
  const path = location.pathname
  const answer = await fetch(path, { method: 'HEAD', redirect: 'manual' }).catch(() => null)
  if (!answer || path !== location.pathname) return
  const gone = GONE.includes(answer.status)
  if (isRefusedPage() ? answer.ok : gone) location.reload()
  else requestRefresh()
}

/**
 * Signing out revokes the session before the next page loads. A download also fires `beforeunload`,
 * but loads no page.
 */
const LEAVING_FOR_MS = 10_000
const LOOK_EVERY_MS = 250

let leftAt = -Infinity

/** Notes when the page is being left. Returns the way to stop. */
function watchLeaving(): () => void {
  const leave = () => {
    leftAt = performance.now()
  }
  window.addEventListener('beforeunload', leave)
  return () => window.removeEventListener('beforeunload', leave)
}

/**
 * Leaves a page whose session is over, by asking for it: the service leads to signing in and back.
 * A page on its way out is let go.
 */
function leaveEndedSession(): void {
  if (isPosting() || performance.now() - leftAt < LEAVING_FOR_MS)
    setTimeout(leaveEndedSession, LOOK_EVERY_MS)
  else location.reload()
}
