import { describe, expect, it } from 'vitest'
import { locales } from '@/lib/i18n/locale'
import { findSecurityNotice, securityText } from '@/lib/messaging/inbox/security-events'
import { mailKinds } from '@/lib/messaging/mail/mails'

const url = 'https://id.example.org/auth/forgot-password'
/** Goes to those who manage webhooks, by email and in the inbox only. */
const NOT_TEXTED = 'webhook_disabled'
const events = mailKinds.filter((kind) => kind !== NOT_TEXTED && findSecurityNotice(kind))

describe.each(locales)('text messages about security events (%s)', (locale) => {
  const textOf = (event: string) => securityText(event, locale, { host: 'id.example.org', url })

  it.each(events)('%s: no placeholder is left, and no name that an attacker chose', (event) => {
    expect(textOf(event)).toMatch(/^id\.example\.org: [^{}]+$/)
  })

  it('point to the password reset only if that helps', () => {
    const without = events.filter((event) => !textOf(event)!.includes(url))
    expect(without).toEqual(['address_changed', 'api_key_expiring', 'impersonation_started'])
  })
})
