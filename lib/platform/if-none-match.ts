/**
 * Whether If-None-Match (RFC 9110 §13.1.2) names this entity tag: in a list, weakly compared, or as
 * `*`. Our tags contain no commas.
 */
export function matchesEntityTag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch === etag) return true
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
