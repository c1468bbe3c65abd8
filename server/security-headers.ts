import { settings } from '@/lib/config/settings'

/**
 * The headers that every answer carries, whoever writes it, as names and values in turn: `writeHead` takes such a list as it is,
 * which costs a fraction of setting each. Who answers may add to them.
 */
export function securityHeaders(
  referrerPolicy: 'same-origin' | 'no-referrer',
  resourcePolicy: 'same-origin' | 'cross-origin' = 'same-origin',
): readonly string[] {
  const { local, baseUrl } = settings()
  const headers = [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', referrerPolicy],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', resourcePolicy],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ]
  if (!local && baseUrl.startsWith('https:'))
    headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return headers.flat()
}
