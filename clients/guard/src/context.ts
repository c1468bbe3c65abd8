import type { Report } from './reports.js'

/** What the parts of a guard share. */
export interface GuardContext {
  fetch: typeof fetch
  /** How long a request to Gatehouse may take. */
  timeoutMs: number
  /** Milliseconds since 1970. */
  wall: () => number
  /** Milliseconds of a clock that never goes back. */
  steady: () => number
  /** Tells the operator of a failure that has no caller to return to, and what to do about it. */
  report: Report
}
