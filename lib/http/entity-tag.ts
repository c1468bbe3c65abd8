const LISTED = /^\s*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,\s*|$))+$/
const TAG = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g

/** The text of a version: a count of changes. */
export const VERSION = /^[1-9]\d{0,14}$/

/** The entity tag of a versioned object. */
export function entityTag(version: number): string {
  return `"${version}"`
}

/**
 * The versions that If-Match (RFC 9110 §13.1.1) accepts; null for any (`*`, or no header). Weak
 * tags never match; a header that is not a list of tags gives an empty list.
 */
export function acceptedVersions(ifMatch: string | null): readonly number[] | null {
  if (ifMatch === null || ifMatch.trim() === '*') return null
  if (!LISTED.test(ifMatch)) return []
  const strong = [...ifMatch.matchAll(TAG)].filter(([, weak]) => !weak)
  return strong.flatMap(([, , tag]) => (VERSION.test(tag!) ? [Number(tag)] : []))
}
