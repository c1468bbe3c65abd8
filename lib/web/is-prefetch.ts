/**
 * Whether a request only fetches ahead: by Next's router (which names it for itself) or by the browser
 * (`Sec-Purpose: prefetch`, formerly `Purpose`).
 */
export function isPrefetch(headers: Headers): boolean {
  if (headers.has('next-router-prefetch') || headers.has('next-router-segment-prefetch')) return true
  return /prefetch|prerender/i.test(`${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''}`)
}
