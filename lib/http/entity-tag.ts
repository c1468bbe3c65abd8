const LISTED = /^\s*(?:(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,\s*|$))+$/
const TAG = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g

/** The entity tag of an object that counts its writes. */
export function entityTag(version: number): string {
  return `"${version}"`
}

/**
 * The versions that If-Match (RFC 9110 §13.1.1) accepts, or null for any (`*`, or no header). Weak
 * tags never match, and neither does anything that is no list of tags: then the list is empty.
 */
export function acceptedVersions(ifMatch: string | null): readonly number[] | null {
  if (ifMatch === null || ifMatch.trim() === '*') return null
  if (!LISTED.test(ifMatch)) return []
  const strong = [...ifMatch.matchAll(TAG)].filter(([, weak]) => !weak)
  return strong.flatMap(([, , tag]) => (/^[1-9]\d{0,9}$/.test(tag!) ? [Number(tag)] : []))
}
