/** What announces messages to screen readers, wherever the focus is. */
const ANNOUNCES = '[data-toasts], [data-announces], next-route-announcer'

/**
 * Keeps the focus, the pointer, and screen readers on one element by making the rest of the page
 * inert, also what is added meanwhile, except open popovers: those are menus of browser extensions,
 * such as password managers. What matches `operable` stays usable; messages are announced all the
 * same. Returns a function that undoes it.
 */
export function holdFocus(surface: HTMLElement, operable?: string): () => void {
  const disabled: HTMLElement[] = []
  const disableRest = (usable?: string) => {
    for (const element of restOf(surface))
      if (!element.inert && !(usable && element.matches(usable))) {
        element.inert = true
        disabled.push(element)
      }
  }
  disableRest(operable)
  const usableLater = operable ? `${operable}, :popover-open` : ':popover-open'
  const observer = new MutationObserver(() => disableRest(usableLater))
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    for (const element of disabled) element.inert = false
  }
}

/**
 * The elements beside the surface and beside its ancestors; of those that announce, the controls.
 */
function* restOf(surface: HTMLElement): Generator<HTMLElement> {
  for (let node = surface; node !== document.body && node.parentElement; node = node.parentElement)
    for (const other of node.parentElement.children)
      if (other !== node && other instanceof HTMLElement)
        if (other.matches(ANNOUNCES)) yield* other.querySelectorAll<HTMLElement>('a, button')
        else yield other
}

/** Holds the focus in a popover while it is open. Returns a function that undoes it. */
export function holdWhileOpen(popover: HTMLElement): () => void {
  let release: (() => void) | null = null
  const hold = () => {
    release ??= holdFocus(popover)
    if (!popover.contains(document.activeElement)) popover.focus()
  }
  // Before it closes, because browsers then return the focus, which an inert opener cannot take.
  const beforeToggle = ({ newState }: ToggleEvent) => {
    if (newState === 'open') return
    release?.()
    release = null
  }
  const toggle = ({ newState }: ToggleEvent) =>
    newState === 'open' ? hold() : returnFocus(popover)
  // The user may have opened it before this script ran.
  if (popover.matches(':popover-open')) hold()
  popover.addEventListener('beforetoggle', beforeToggle)
  popover.addEventListener('toggle', toggle)
  return () => {
    popover.removeEventListener('beforetoggle', beforeToggle)
    popover.removeEventListener('toggle', toggle)
    release?.()
  }
}

/** Browsers return the focus themselves, except from a popover that another popover opened. */
function returnFocus(popover: HTMLElement): void {
  const { activeElement, body } = document
  // A hidden element loses the focus only when the browser renders next.
  const isLost = activeElement === body || popover.contains(activeElement)
  if (!isLost) return
  for (const opener of document.querySelectorAll<HTMLElement>(`[popovertarget="${popover.id}"]`))
    if (!popover.contains(opener)) opener.focus({ preventScroll: true })
}
