const UNRESERVED = /[A-Za-z0-9._~-]/
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i

export type RequestTarget =
  | { kind: 'path'; path: string; query: string; authority: string | null }
  | { kind: 'redirect'; location: string }
  | { kind: 'refused'; reason: string }

/**
 * Brings a request target to the one form that every guard and router sees. Encoded unreserved characters are decoded (RFC
 * 3986 §6.2.2.2: the same address), an absolute form loses its authority (RFC 9112 §3.2.2; it then stands in for Host), a
 * trailing slash is redirected away. Refused is whatever two readers could take for different paths: empty, dot and
 * backslash segments, encoded slashes, fragments, bytes outside ASCII, broken escapes, escapes that are not UTF-8 (every
 * reader behind would fail on them).
 */
export function readTarget(target: string): RequestTarget {
  const absolute = target.startsWith('/') ? null : ABSOLUTE.exec(target)
  if (!target.startsWith('/') && !absolute) return refused('The request target is not a path.')
  const local = absolute ? absolute[2]! : target
  if (!/^[\x21-\x7e]*$/.test(local) || local.includes('#'))
    return refused('The URL has characters that must be encoded.')
  const cut = local.indexOf('?')
  const query = cut < 0 ? '' : local.slice(cut)
  const path = (cut < 0 ? local : local.slice(0, cut)) || '/'
  const plain = decodeUnreserved(path)
  if (plain === null) return refused('The URL has an invalid percent-encoding.')
  if (!isDecodable(plain)) return refused('The URL is not encoded as UTF-8.')
  if (/\/\/|\\|%2f|%5c|%00/i.test(plain) || /\/\.{1,2}(?:\/|$)/.test(plain))
    return refused('The URL has empty or dot segments.')
  if (plain.length > 1 && plain.endsWith('/'))
    return { kind: 'redirect', location: plain.slice(0, -1) + query }
  return { kind: 'path', path: plain, query, authority: absolute ? absolute[1]! : null }
}

function refused(reason: string): RequestTarget {
  return { kind: 'refused', reason }
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function decodeUnreserved(path: string): string | null {
  if (!path.includes('%')) return path
  if (/%(?![0-9A-Fa-f]{2})/.test(path)) return null
  return path.replace(/%[0-9A-Fa-f]{2}/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return UNRESERVED.test(character) ? character : escape
  })
}
