import { isPosting } from '@/components/live/page-rereader'

/** Signing out revokes the session before the next page loads. A download also fires `beforeunload`, but loads no page. */
const LEAVING_FOR_MS = 10_000
const LOOK_EVERY_MS = 250

let leftAt = -Infinity

/** Notes when the page is being left. Returns the way to stop. */
export function watchLeaving(): () => void {
  const leave = () => {
    leftAt = performance.now()
  }
  window.addEventListener('beforeunload', leave)
  return () => window.removeEventListener('beforeunload', leave)
}

/** Leaves a page whose session is over, by asking for it: the service leads to signing in and back. A page on its way out is let go. */
export function leaveEndedSession(): void {
  if (isPosting() || performance.now() - leftAt < LEAVING_FOR_MS) setTimeout(leaveEndedSession, LOOK_EVERY_MS)
  else location.reload()
}
