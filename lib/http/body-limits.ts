import type { PageFields } from '@/lib/http/pages/define-pages'
import { isJsonBody, type RouteBody } from '@/lib/http/route-body'
import type { RouteDeclaration, RouteFile } from '@/lib/http/route-declaration'
import { HTTP_METHODS } from '@/lib/platform/http-methods'
import { MAX_BODY_BYTES } from '@/lib/platform/size-limits'

/** How large a body a path accepts, and what happens to a larger one. */
export interface BodyLimit {
  maxBytes: number
  tooLargeCode: 'body_too_large' | 'payload_too_large'
  /**
   * How many bytes of a larger body are read and discarded, so that the page can show the error at
   * the field. A browser whose upload is cut off shows its own error page instead. 0: none.
   */
  maxDrainedBytes: number
}

export const DEFAULT_LIMIT: BodyLimit = {
  maxBytes: MAX_BODY_BYTES,
  tooLargeCode: 'body_too_large',
  maxDrainedBytes: 0,
}

/** A longer form is not drained: its connection is closed. */
const MAX_DRAINED_BYTES = 64_000_000

/**
 * Allowance in bytes for the rest of a form with a file: its other fields, names and boundaries.
 */
const FORM_AROUND_FILE = 20_000

/** The largest form with a file of this many bytes. */
export function formLimit(maxFileBytes: number): number {
  return maxFileBytes + FORM_AROUND_FILE
}

/** The limit of a route, whatever the method: it applies before the method is known to exist. */
export function routeBodyLimit(handlers: RouteFile['handlers']): BodyLimit {
  const limits = HTTP_METHODS.flatMap((method) => {
    const handler = handlers[method] as { declaration?: RouteDeclaration } | undefined
    const body = handler?.declaration?.body
    return body ? [limitOf(body)] : []
  })
  if (limits.length === 0) return DEFAULT_LIMIT
  return limits.reduce((one, other) => (other.maxBytes > one.maxBytes ? other : one))
}

function limitOf(body: RouteBody): BodyLimit {
  if (isJsonBody(body)) return DEFAULT_LIMIT
  if (body.kind !== 'multipart') return { ...DEFAULT_LIMIT, maxBytes: body.maxBytes }
  const maxBytes = formLimit(body.maxFileBytes)
  return { maxBytes, tooLargeCode: 'payload_too_large', maxDrainedBytes: 0 }
}

/** The limit of a page's forms. */
export function pageBodyLimit({
  maxFileBytes,
  maxFormBytes = MAX_BODY_BYTES,
}: Pick<PageFields, 'maxFileBytes' | 'maxFormBytes'>): BodyLimit {
  return maxFileBytes === undefined
    ? { ...DEFAULT_LIMIT, maxBytes: maxFormBytes }
    : {
        ...DEFAULT_LIMIT,
        maxBytes: formLimit(maxFileBytes),
        maxDrainedBytes: MAX_DRAINED_BYTES,
      }
}
