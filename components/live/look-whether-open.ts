import { askReread, isRefusedPage } from '@/components/live/page-rereader'

/** Another instance may answer, and hear of the change a moment later: there is a second look. */
const AGAIN_AFTER_MS = 2500

/** Signing in is another page; script is told no more of a redirect than 0. */
const GONE = [0, 401, 403, 404]

let again: ReturnType<typeof setTimeout> | undefined

/**
 * Looks whether the open page may still be opened, or may be by now: what may not be is taken away at once, whatever was typed on
 * it. Otherwise it is read again in place, the navigation with it.
 */
export function lookWhetherOpen(): void {
  void look()
  clearTimeout(again)
  again = setTimeout(() => void look(), AGAIN_AFTER_MS)
}

async function look(): Promise<void> {
  const path = location.pathname
  const answer = await fetch(path, { method: 'HEAD', redirect: 'manual' }).catch(() => null)
  if (!answer || path !== location.pathname) return
  const gone = GONE.includes(answer.status)
  if (isRefusedPage() ? answer.ok : gone) location.reload()
  else askReread()
}
