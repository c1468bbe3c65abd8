'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { isLeaving } from '@/components/live/leaving'
import { keepConnected } from '@/components/live/live-connection'
import { affectsPage } from '@/components/live/live-topics'
import {
  isPosting,
  isRefusedPage,
  registerRefresh,
  requestRefresh,
} from '@/components/live/refresh-scheduler'
import { showToast } from '@/components/toasts/toasts'
import type { UiToast } from '@/lib/platform/bus/bus'

/** The part of a `ui.patch` that the page uses: whatever changed, the page refreshes as a whole. */
interface Patch {
  target: string
}

/** Sent when the user's permissions changed. */
const PERMISSIONS = 'permissions'

const events = {
  'ui.patch': ({ target }: Patch) => {
    if (target === PERMISSIONS) recheckAccess()
    else if (affectsPage(target, location.pathname)) requestRefresh()
  },
  'ui.toast': (toast: UiToast) => showToast(toast),
}

/** Refreshes after missed events. A page that was refused may be accessible by now. */
function catchUp(again: boolean): void {
  if (isRefusedPage()) recheckAccess()
  else if (again) requestRefresh()
}

/**
 * Keeps the open page up to date while others make changes: one connection per tab, renders
 * nothing. `shownAt` is the time of the page's request, in milliseconds; changes between then and
 * the connection are sent when it opens.
 */
export function LivePage({ shownAt }: { shownAt: number }) {
  const router = useRouter()
  useEffect(() => registerRefresh(() => router.refresh()), [router])
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

/** Another instance may answer before it learns of the change, so there is a second check. */
const RECHECK_AFTER_MS = 2500

/** 0 is an opaque redirect, here to the sign-in page: scripts learn nothing more about it. */
const GONE = [0, 401, 403, 404]

let again: ReturnType<typeof setTimeout> | undefined

/**
 * Checks whether the user may still open the page, or may by now. A page that they may not is
 * removed at once, whatever was typed on it. Otherwise it is refreshed in place, including the
 * navigation.
 */
function recheckAccess(): void {
  void checkPage()
  clearTimeout(again)
  again = setTimeout(() => void checkPage(), RECHECK_AFTER_MS)
}

const pageAddress = () => location.pathname + location.search

async function checkPage(): Promise<void> {
  const page = pageAddress()
  const answer = await fetch(page, { method: 'HEAD', redirect: 'manual' }).catch(() => null)
  if (!answer || page !== pageAddress()) return
  // A form that is being submitted leaves by itself, with a notice that a reload would take away.
  if (isPosting()) return void setTimeout(() => void checkPage(), POLL_MS)
  const gone = GONE.includes(answer.status)
  if (isRefusedPage() ? answer.ok : gone) location.reload()
  else requestRefresh()
}

const POLL_MS = 250

/**
 * Leaves a page whose session has ended by reloading it: the service redirects to the sign-in page
 * and back. A page that is already being left is not reloaded: signing out revokes the session
 * before the next page loads.
 */
function leaveEndedSession(): void {
  if (isPosting() || isLeaving()) setTimeout(leaveEndedSession, POLL_MS)
  else location.reload()
}
