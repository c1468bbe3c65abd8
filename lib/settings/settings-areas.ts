import { keepTrustFrom, queueEndOfTrust } from '@/lib/identity/mfa/trusted-browsers.jobs'
import { brandArea } from '@/lib/settings/brand-area'
import { mailTextsArea } from '@/lib/settings/mail-texts-area'
import {
  mailHealth,
  paymentHealth,
  localeOfResult,
  smsHealth,
  testMailArea,
  testPaymentProvider,
  testSms,
} from '@/lib/settings/provider-checks'
import type { SettingsArea } from '@/lib/settings/settings-area'
import { storedArea } from '@/lib/settings/stored-area'

/** All areas, in the order in which the overview shows them. */
export const settingsAreas: readonly SettingsArea[] = [
  storedArea('mail', {
    permission: 'settings:manage',
    decidesMail: 'sender',
    health: mailHealth,
    test: testMailArea,
  }),
  storedArea('notifications', {
    permission: 'notifications:settings',
    health: smsHealth,
    test: testSms,
  }),
  storedArea('payments', {
    permission: 'notifications:settings',
    health: paymentHealth,
    test: async (_, ctx) => ({ ok: true, ...(await testPaymentProvider(localeOfResult(ctx))) }),
  }),
  brandArea,
  storedArea('policy', {
    permission: 'settings:manage',
    onChange: async (tx, { after }, { now }) => {
      const { mfa_trusted_browsers: trusts } = after
      if (trusts === 'false') await queueEndOfTrust(tx, now)
      else if (trusts !== undefined) await keepTrustFrom(tx, now)
    },
  }),
  mailTextsArea,
]

export function findArea(name: string): SettingsArea | null {
  return settingsAreas.find((area) => area.name === name) ?? null
}
