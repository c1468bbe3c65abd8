import { isFieldChanged } from '@/components/forms/form-submission'

/**
 * Changes come in bursts and reach everyone who has the page open: requests are batched and spread
 * over time.
 */
const GATHER_MS = 150
const SPREAD_MS = 350
/** The minimum time between two refreshes of a page. */
const LEAST_GAP_MS = 2000
const POLL_MS = 250
/** How long the message about the last form stays readable after it appeared. */
const SAID_FOR_MS = 8000

let refresh: (() => void) | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let lastAt = -Infinity
/** The path of the page to refresh. */
let due: string | null = null
/** The messages that the page shows, and when they appeared. */
let said = { text: '', at: 0 }

/** Registers the function that refreshes the open page. Returns a function that unregisters it. */
export function registerRefresh(by: () => void): () => void {
  refresh = by
  noteMessages()
  const observer = new MutationObserver(noteMessages)
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  return () => {
    refresh = null
    observer.disconnect()
  }
}

function noteMessages(): void {
  const regions = document.querySelectorAll('main [role=status], main [role=alert]')
  const text = [...regions].map(({ textContent }) => textContent).join('')
  if (text !== said.text) said = { text, at: performance.now() }
}

/**
 * Refreshes the open page soon, in place and together with other requests. Waits while the user
 * fills in or posts a form, has a dialog open, or has not had time to read the result of the last
 * form.
 */
export function requestRefresh(): void {
  due = location.pathname
  if (timer !== undefined || isRefusedPage()) return
  const gap = lastAt + LEAST_GAP_MS - performance.now()
  timer = setTimeout(refreshIfIdle, Math.max(GATHER_MS + Math.random() * SPREAD_MS, gap))
}

function refreshIfIdle(): void {
  timer = undefined
  // Another page is open by now, with its own current data.
  if (!refresh || due !== location.pathname) return
  if (!canRefresh()) {
    timer = setTimeout(refreshIfIdle, POLL_MS)
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
  if (said.text && performance.now() < said.at + SAID_FOR_MS) return false
  return ![...main.querySelectorAll('form')].some(isFormBeingFilled)
}

let formless = 0

/** Runs an action that no form submits, and then `leave`s the page, as a post for `isPosting`. */
export async function postWithoutForm<T>(
  run: () => Promise<T>,
  leave: (result: T) => void,
): Promise<void> {
  formless += 1
  try {
    leave(await run())
  } finally {
    formless -= 1
  }
}

/** Whether a form is being submitted. */
export function isPosting(): boolean {
  return formless > 0 || document.querySelector('form[aria-busy=true]') !== null
}

/** Whether the page is the one that refuses access. */
export function isRefusedPage(): boolean {
  return document.querySelector('main [data-refused]') !== null
}

/** Unapplied filters (FilterForm) must not hold back a refresh; any other input must. */
function isFormBeingFilled(form: HTMLFormElement): boolean {
  if ('filters' in form.dataset && !form.contains(document.activeElement)) return false
  return [...form.elements].some(isFieldChanged)
}
