import { AsyncLocalStorage } from 'node:async_hooks'
import { processSingleton } from '@/lib/config/process-singleton'
import type { FieldError, ProblemCode } from '@/lib/platform/problems'

/** What a form contained, without secrets. */
export interface PostedFields {
  values: Record<string, string>
  /** The values of the fields that were repeated. */
  lists: Record<string, string[]>
}

/** A refused form, as the page rendered in the same request needs it. */
export interface RefusedForm extends PostedFields {
  /** Which of the page's forms, by its `intent`. */
  form?: string
  /** Missing if the running build no longer has the form's action. */
  code?: ProblemCode
  errors?: FieldError[]
}

/**
 * What the gateway and a server action exchange about one page request. Next gives an action no way
 * to set the status or headers, so the gateway applies these when the response head is written.
 */
export interface PageExchange {
  /**
   * Whether the posted action was reached; null if none was posted. A post that fails before that
   * point is malformed, not an internal error.
   */
  actionStarted: boolean | null
  /** Replaces the status 200. */
  status: number | null
  headers: [name: string, value: string][]
  refused: RefusedForm | null
  /** What the page should show does not exist: the response is a 404. */
  missing: boolean
  /** Whether the client has disconnected, so that no one waits for the answer. */
  isGone(): boolean
}

const exchanges = () =>
  processSingleton('page-exchanges', () => new AsyncLocalStorage<PageExchange>())

/**
 * Runs `handle` with a new exchange, which `pageExchange()` returns in everything that Next runs
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
    isGone: () => false,
    ...start,
  }
  return exchanges().run(exchange, () => handle(exchange))
}

/** The exchange of the current request; null when Next runs without the gateway. */
export function pageExchange(): PageExchange | null {
  return exchanges().getStore() ?? null
}

/**
 * Makes the response of the page being rendered a 404. Next's own `notFound()` would send an empty
 * document that only script fills.
 */
export function markPageMissing(): void {
  const exchange = pageExchange()
  if (exchange) exchange.missing = true
}
