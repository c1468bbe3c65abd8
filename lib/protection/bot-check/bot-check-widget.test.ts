import { describe, expect, it } from 'vitest'
import { botCheckWidget } from '@/lib/protection/bot-check/bot-check-widget'
import { useSettings } from '@/tests/kit/test-settings'

const KEYS = { SEC_BOTCHECK_SITE_KEY: 'site', SEC_BOTCHECK_SECRET_KEY: 'never shown' }
const providerAt = (url: string) => {
  useSettings({ ...KEYS, SEC_BOTCHECK_VERIFY_URL: url })
  return botCheckWidget()?.provider
}

describe('the bot check widget', () => {
  it('is null without keys', () => {
    useSettings()
    expect(botCheckWidget()).toBeNull()
  })

  it('belongs to the provider that verifies', () => {
    expect(providerAt('https://challenges.cloudflare.com/turnstile/v0/siteverify')).toBe(
      'turnstile',
    )
    expect(providerAt('https://api.hcaptcha.com/siteverify')).toBe('hcaptcha')
    expect(providerAt('https://hcaptcha.com/siteverify')).toBe('hcaptcha')
    expect(providerAt('https://nothcaptcha.com/siteverify')).toBe('turnstile')
  })

  it('does not contain the secret', () => {
    useSettings(KEYS)
    expect(JSON.stringify(botCheckWidget())).not.toContain('never shown')
  })
})
