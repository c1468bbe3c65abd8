/** A cookie name and value as defined in RFC 6265 §4.1.1, without quotes. */
const PAIR = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]*)$/

/**
 * The cookies of a request, with their values as sent (decoding could fail). A name that occurs
 * twice is left out: browsers and proxies disagree about which one counts, and a planted duplicate
 * must never win.
 */
export function parseCookieHeader(header: string | null | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  const seenTwice = new Set<string>()
  for (const part of (header ?? '').split(';')) {
    const [, name, value] = PAIR.exec(part.trim()) ?? []
    if (name === undefined || value === undefined) continue
    if (cookies.has(name)) seenTwice.add(name)
    cookies.set(name, value)
  }
  seenTwice.forEach((name) => cookies.delete(name))
  return cookies
}

/** The Cookie header with the given cookies replaced (null: removed). All others stay unchanged. */
export function replaceInCookieHeader(
  header: string | null | undefined,
  changes: Readonly<Record<string, string | null>>,
): string {
  const kept = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !Object.hasOwn(changes, part.split('=', 1)[0]?.trim() ?? ''))
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${value}`],
  )
  return [...kept, ...added].join('; ')
}
