import { describe, expect, it } from 'vitest'
import { locales } from '@/lib/i18n/locale'
import { findSecurityNotice, securityText } from '@/lib/messaging/inbox/security-events'
import { mailKinds } from '@/lib/messaging/mail/mails'

const url = 'https://id.example.org/auth/forgot-password'
const noticed = mailKinds.filter((kind) => findSecurityNotice(kind))
const events = noticed.filter((kind) => findSecurityNotice(kind)!.sms !== null)

describe.each(locales)('text messages about security events (%s)', (locale) => {
  const textOf = (event: string) => securityText(event, locale, { host: 'id.example.org', url })

  it.each(events)('%s: no placeholder is left, and no name that an attacker chose', (event) => {
    expect(textOf(event)).toMatch(/^id\.example\.org: [^{}]+$/)
  })

  it('are not sent to those who manage webhooks', () => {
    const untexted = noticed.filter((kind) => textOf(kind) === null)
    expect(untexted).toEqual(['webhook_disabled'])
  })

  it('point to the password reset only if that helps', () => {
    const without = events.filter((event) => !textOf(event)!.includes(url))
    expect(without).toEqual(['address_changed', 'api_key_expiring', 'impersonation_started'])
  })
})
