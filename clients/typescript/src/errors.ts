import type { components } from './schema.ts'

/** A problem document of the service (RFC 9457). */
export type Problem = components['schemas']['Problem']

/** A field that the service refused. */
export type FieldError = NonNullable<Problem['errors']>[number]

/**
 * Why a request failed: a code of the service, or one of the client's own. A newer service may send
 * codes that this version does not know.
 */
export type ErrorCode =
  | Problem['code']
  | 'network_error'
  | 'timeout'
  | 'unexpected_response'
  | 'not_signed_in'
  | (string & {})

interface Details {
  status?: number
  problem?: Problem | null
  retryAfter?: number | null
  requestId?: string | null
  cause?: unknown
}

/** Every failure that is not the caller's own `AbortSignal`. */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError'
  readonly code: ErrorCode
  /** The HTTP status; 0 if no response arrived, or none of the service. */
  readonly status: number
  /**
   * The refused fields, as of `validation_failed` and `password_too_weak`; empty if there are none.
   */
  readonly errors: readonly FieldError[]
  /** Identifies the request in the service's log. */
  readonly requestId: string | null
  /** How many seconds to wait before the next attempt, if the service said so. */
  readonly retryAfter: number | null
  readonly problem: Problem | null

  /** By name: bundlers may load this module twice, and an error comes from either copy. */
  static override [Symbol.hasInstance](value: unknown): value is GatehouseError {
    return value instanceof Error && value.name === 'GatehouseError'
  }

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = details.status ?? 0
    this.problem = details.problem ?? null
    this.errors = details.problem?.errors ?? []
    this.requestId = details.requestId ?? details.problem?.request_id ?? null
    this.retryAfter = details.retryAfter ?? null
  }
}

function isProblem(body: unknown): body is Problem {
  const { code, status } = (body ?? {}) as Partial<Record<keyof Problem, unknown>>
  return typeof code === 'string' && typeof status === 'number'
}

/** The error of a response with a status of 400 or more and this parsed body. */
export function errorOf(response: Response, body: unknown): GatehouseError {
  const { status, headers } = response
  const problem = isProblem(body) ? body : null
  const details = {
    status,
    problem,
    requestId: headers.get('x-request-id'),
    retryAfter: retryAfterOf(headers),
  }
  // A proxy in between answers without a problem document.
  return problem
    ? new GatehouseError(problem.code, problem.detail || problem.title, details)
    : new GatehouseError('unexpected_response', `The service answered ${status}.`, details)
}

/** `Retry-After` in seconds; null if there is none. The service never sends a date. */
function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('retry-after')?.trim()
  return value && /^\d{1,9}$/.test(value) ? Number(value) : null
}

/** The error for an answer of 200 that is not the service's, such as a page of a captive portal. */
export function strangeResponse(message: string, cause?: unknown): GatehouseError {
  return new GatehouseError('unexpected_response', message, { cause })
}

/** The error for a request that got no response, or only part of one. */
export function lostResponse(cause: unknown): GatehouseError {
  return new GatehouseError('network_error', 'The service could not be reached.', { cause })
}
