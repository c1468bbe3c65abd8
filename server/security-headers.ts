import type { ServerResponse } from 'node:http'
import { settings } from '@/lib/config/settings'

/** The headers that every answer carries, whoever writes it; pages add their own policy (CSP) to these. */
export function securityHeaders(): [name: string, value: string][] {
  const { local, baseUrl } = settings()
  const headers: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'DENY'],
    ['Referrer-Policy', 'same-origin'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ]
  if (!local && baseUrl.startsWith('https:'))
    headers.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'])
  return headers
}

/** Sets them; whoever answers may still replace one. */
export function setSecurityHeaders(res: ServerResponse, headers: [name: string, value: string][]): void {
  for (const [name, value] of headers) res.setHeader(name, value)
}
