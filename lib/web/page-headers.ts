import { inDevelopment } from '@/lib/config/env'
import type { Locale } from '@/lib/i18n/locale'
import type { BotCheckWidget } from '@/lib/protection/bot-check/bot-check-widget'

/**
 * The Content-Security-Policy of a page: scripts only with this response's nonce, or loaded by a
 * script that had it; style elements only with the nonce, stylesheets also from this origin; no
 * plug-ins, no `base`, no framing, forms only to this origin. Development adds what hot reload
 * needs, and a page with a third-party widget what the widget needs.
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

/**
 * The headers of a page's response, in addition to those that the gateway sets on every response.
 */
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
