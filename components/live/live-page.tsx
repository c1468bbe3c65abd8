'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { leaveEndedSession, watchLeaving } from '@/components/live/ended-session'
import { keepConnected } from '@/components/live/live-connection'
import { lookWhetherOpen } from '@/components/live/look-whether-open'
import { askReread, isRefusedPage, offerReread } from '@/components/live/page-rereader'
import { concernsPage } from '@/components/live/page-targets'
import { showToast, type Toast } from '@/components/toasts/toast-list'

/** What a `ui.patch` says, of which the page needs this much: whatever is to be done with it, the page reads itself again. */
interface Patch {
  target: string
}

/** Said when what this person may do changed. */
const PERMISSIONS = 'permissions'

const events = {
  'ui.patch': ({ target }: Patch) => {
    if (target === PERMISSIONS) lookWhetherOpen()
    else if (concernsPage(target, location.pathname)) askReread()
  },
  'ui.toast': (toast: Toast) => showToast(toast),
}

/** What was missed is read; a page that was refused may be open by now. */
function catchUp(again: boolean): void {
  if (isRefusedPage()) lookWhetherOpen()
  else if (again) askReread()
}

/**
 * Keeps what is open true while others change it: one connection a tab, and nothing to be seen. `shownAt`: the moment that the page
 * shows, in milliseconds; what changed between it and the connection is told at its beginning.
 */
export function LivePage({ shownAt }: { shownAt: number }) {
  const router = useRouter()
  useEffect(() => offerReread(() => router.refresh()), [router])
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
