import { AsyncLocalStorage } from 'node:async_hooks'
import { processSingleton } from '@/lib/config/process-singleton'
import type { FieldError, ProblemCode } from '@/lib/platform/problems'

/** A form that was refused, as the page that is rendered in the same request needs it. */
export interface RefusedForm {
  /** Which of the page's forms: its `intent`. */
  form?: string
  /** None where the running build does not have the form's action any more. */
  code?: ProblemCode
  errors?: FieldError[]
  /** What was entered, without secrets. */
  values: Record<string, string>
}

/**
 * What the gateway and a server action say to each other about one request to a page. Next gives an
 * action no way to choose a status or to set a header, so the gateway applies these when the
 * response head is written.
 */
export interface PageExchange {
  /**
   * Whether the posted action was reached; null where none was posted. A post that fails before
   * that point is malformed, not our fault.
   */
  actionStarted: boolean | null
  /** Replaces 200. */
  status: number | null
  headers: [name: string, value: string][]
  refused: RefusedForm | null
  /** What the page should show does not exist: the answer is a 404. */
  missing: boolean
}

const exchanges = () =>
  processSingleton('page-exchanges', () => new AsyncLocalStorage<PageExchange>())

/**
 * Runs `handle` with a fresh exchange, which `pageExchange()` finds in everything that Next does
 * for the request.
 */
export function withPageExchange<T>(
  start: Partial<PageExchange>,
  handle: (exchange: PageExchange) => T,
): T {
  const exchange: PageExchange = {
    actionStarted: null,
    status: null,
    headers: [],
    refused: null,
    missing: false,
    ...start,
  }
  return exchanges().run(exchange, () => handle(exchange))
}

/** The exchange of the current request; null where no gateway stands in front of Next. */
export function pageExchange(): PageExchange | null {
  return exchanges().getStore() ?? null
}

/**
 * Makes the answer of the page that is being rendered a 404. Next's own `notFound()` would send an
 * empty document that only scripts fill.
 */
export function markPageMissing(): void {
  const exchange = pageExchange()
  if (exchange) exchange.missing = true
}
