import { inDevelopment } from '@/lib/config/env'
import type { Locale } from '@/lib/i18n/locale'
import type { BotCheckWidget } from '@/lib/protection/bot-check/bot-check-widget'

/**
 * The Content-Security-Policy of a page: scripts and style elements only with this answer's nonce
 * or from this origin by a script that had it, no plug-ins, no base, no frames around it, forms
 * only to this origin. Development adds what hot reload needs, a page with a widget of somebody
 * else's what that needs.
 */
export function contentSecurityPolicy(
  nonce: string,
  {
    widget,
    development = inDevelopment,
  }: { widget?: BotCheckWidget | null; development?: boolean } = {},
): string {
  const also = (directive: keyof BotCheckWidget['sources']) => {
    const sources = widget?.sources[directive]
    return sources ? ` ${sources}` : ''
  }
  const frames = also('frame-src')
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}${also('style-src')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${also('connect-src')}`,
    ...(frames ? [`frame-src${frames}`] : []),
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
  widget: BotCheckWidget | null
}): [string, string][] {
  return [
    ['content-security-policy', contentSecurityPolicy(page.nonce, page)],
    ['content-language', page.locale],
    ['cache-control', page.authenticated ? 'private, no-store' : 'no-store'],
    ...(page.secretInAddress ? [['referrer-policy', 'no-referrer'] as [string, string]] : []),
  ]
}
