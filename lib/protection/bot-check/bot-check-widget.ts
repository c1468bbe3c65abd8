import { settings } from '@/lib/config/settings'

/**
 * What a page needs to show the provider's widget, and what its Content-Security-Policy has to
 * allow for it.
 */
export interface BotCheckWidget {
  provider: 'turnstile' | 'hcaptcha'
  siteKey: string
  scriptUrl: string
  /** Origins by directive of the Content-Security-Policy. 'strict-dynamic' allows its script. */
  sources: Partial<Record<'frame-src' | 'connect-src' | 'style-src', string>>
}

/** The provider that answers at a verification URL; null for a verifier of your own. */
export function providerAt(verifyUrl: string): BotCheckWidget['provider'] | null {
  const { hostname } = new URL(verifyUrl)
  if (/(^|\.)hcaptcha\.com$/.test(hostname)) return 'hcaptcha'
  return /(^|\.)cloudflare\.com$/.test(hostname) ? 'turnstile' : null
}

const HCAPTCHA = 'https://hcaptcha.com https://*.hcaptcha.com'

/**
 * The widget of the configured provider, identified by the host of the verification URL, and
 * Turnstile's for a verifier of your own; null if no keys are set.
 */
export function botCheckWidget(): BotCheckWidget | null {
  const { botCheck } = settings()
  if (!botCheck) return null
  const { siteKey, verifyUrl } = botCheck
  if (providerAt(verifyUrl) === 'hcaptcha')
    return {
      provider: 'hcaptcha',
      siteKey,
      scriptUrl: 'https://js.hcaptcha.com/1/api.js',
      sources: { 'frame-src': HCAPTCHA, 'connect-src': HCAPTCHA, 'style-src': HCAPTCHA },
    }
  return {
    provider: 'turnstile',
    siteKey,
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    sources: { 'frame-src': 'https://challenges.cloudflare.com' },
  }
}
