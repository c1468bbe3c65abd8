import { isFieldChanged } from '@/components/forms/form-submission'

/**
 * Changes come in swarms, and to everybody who has the page open: they are gathered, and not all
 * read in one moment.
 */
const GATHER_MS = 150
const SPREAD_MS = 350
/** However much changes, a page is not read more often. */
const LEAST_GAP_MS = 2000
const LOOK_EVERY_MS = 250
/**
 * How long what a page says of the post before it stays to be read; since the page was asked for.
 */
const SAID_FOR_MS = 8000

let refresh: (() => void) | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let lastAt = -Infinity
/** The page that is to be read again. */
let due: string | null = null

/** Says how the open page is read again. Returns the way to withdraw. */
export function registerRefresh(by: () => void): () => void {
  refresh = by
  return () => {
    refresh = null
  }
}

/**
 * Has the open page read again, soon, in place and together with whatever else asks for it. Never
 * while somebody fills in a form, posts one, is asked something or could not yet read what the last
 * post led to: it waits for the end of that.
 */
export function requestRefresh(): void {
  due = location.pathname
  if (timer !== undefined || isRefusedPage()) return
  const gap = lastAt + LEAST_GAP_MS - performance.now()
  timer = setTimeout(tryNow, Math.max(GATHER_MS + Math.random() * SPREAD_MS, gap))
}

function tryNow(): void {
  timer = undefined
  // Another page is open, and was read when it was opened.
  if (!refresh || due !== location.pathname) return
  if (!canRefresh()) {
    timer = setTimeout(tryNow, LOOK_EVERY_MS)
    return
  }
  due = null
  lastAt = performance.now()
  refresh()
}

function canRefresh(): boolean {
  if (document.visibilityState === 'hidden') return false
  const main = document.querySelector('main')
  if (!main || isPosting() || main.querySelector('[popover]:popover-open')) return false
  const said = main.querySelector('[role=status]:not(:empty), [role=alert]:not(:empty)')
  if (said && performance.now() < SAID_FOR_MS) return false
  return ![...main.querySelectorAll('form')].some(isFormBeingFilled)
}

/** Whether a form is on its way. */
export function isPosting(): boolean {
  return document.querySelector('form[aria-busy=true]') !== null
}

/** Whether what stands here is that the page may not be opened. */
export function isRefusedPage(): boolean {
  return document.querySelector('main [data-refused]') !== null
}

/** Filters that were left are not worth a page that stands still; what is to be posted is. */
function isFormBeingFilled(form: HTMLFormElement): boolean {
  if (form.method === 'get' && !form.contains(document.activeElement)) return false
  return [...form.elements].some(isFieldChanged)
}
