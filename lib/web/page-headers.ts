import { inDevelopment } from '@/lib/config/development'
import type { Locale } from '@/lib/i18n/locale'

/**
 * The Content-Security-Policy of a page: scripts and style elements only with this answer's nonce or from this origin by a
 * script that had it, no plug-ins, no base, no frames around it, forms only to this origin. Development adds what hot
 * reload needs.
 */
export function contentSecurityPolicy(nonce: string, development = inDevelopment): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The headers of a page's answer, beside those that the server's front puts on everything. */
export function pageHeaders(page: {
  nonce: string
  locale: Locale
  secretInAddress: boolean
  authenticated: boolean
}): [string, string][] {
  return [
    ['content-security-policy', contentSecurityPolicy(page.nonce)],
    ['content-language', page.locale],
    ['cache-control', page.authenticated ? 'private, no-store' : 'no-store'],
    ...(page.secretInAddress ? [['referrer-policy', 'no-referrer'] as [string, string]] : []),
  ]
}
