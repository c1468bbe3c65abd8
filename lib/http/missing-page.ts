import { AsyncLocalStorage } from 'node:async_hooks'
import { remember } from '@/lib/platform/remember'

/** What a page says about its own answer. */
interface PageNote {
  missing: boolean
}

const notes = () => remember('page-notes', () => new AsyncLocalStorage<PageNote>())

/** Runs `handle`. The note tells, once the page is rendered, whether what it shows exists. */
export function withPageNote<T>(handle: (note: PageNote) => T): T {
  const note: PageNote = { missing: false }
  return notes().run(note, () => handle(note))
}

/**
 * Makes the answer of the page that is being rendered a 404. Next's own `notFound()` would send an empty document that only
 * scripts fill.
 */
export function markPageMissing(): void {
  const note = notes().getStore()
  if (note) note.missing = true
}
