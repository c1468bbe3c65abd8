import { beforeAll, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { resealedSecret } from '@/lib/identity/mfa/seal-secret'
import { resealedSigningKey } from '@/lib/identity/sessions/stored-signing-keys'
import { resealedWebhookSecret } from '@/lib/messaging/webhooks/webhook-secret'
import { resealedSetting } from '@/lib/settings/stored-values'

// Stored by earlier releases: a changed derivation or purpose would make them unreadable.

const ID = '019a0000-0000-7000-8000-000000000001'

const vectors: [string, (sealed: Buffer, of?: string) => Buffer | null, string][] = [
  [
    'a setting',
    (sealed, of = 'MAIL_SMTP_PASSWORD') => resealedSetting(sealed, of),
    'AW01sXKq3+XfxsVvEZx+qS725tXKLTMOkkrG9obnIvAzQloi7p8HYspZdZ2VSA==',
  ],
  [
    'a signing key',
    (sealed, of = 'key-1') => resealedSigningKey(sealed, of),
    'AY1OdvKHNjSfIjorlejeiq1rSUAmOIJNFWsKo01CjsMvh9L2jx2TLoXitjArHNE2uZqgHuIDv8/3fIs=',
  ],
  [
    'a webhook secret',
    (sealed, of = ID) => resealedWebhookSecret(sealed, of),
    'Af3ZP9UfLSlkTwc72ODeNMfGdUnw69eGx74c0kufHPYhzhAucUck428ICErTv/Q=',
  ],
  [
    'a two-step verification secret',
    (sealed, of = ID) => resealedSecret(sealed, { userId: of, purpose: 'mfa_factor' }),
    'AUuwb44O69vwBI6cv6MurA+0zbgPHBPqwu4sR5i5MBBUpHjyT90j',
  ],
]

const KEY = Buffer.alloc(32, 7).toString('base64')
const NEXT_KEY = Buffer.alloc(32, 8).toString('base64')

beforeAll(() => void loadSettings({ PORT: '3000', AUTH_MFA_ENCRYPTION_KEY: KEY }))

it.each(vectors)('opens %s that an earlier release sealed, bound to its owner', (_, open, text) => {
  const sealed = Buffer.from(text, 'base64')
  expect(open(sealed)).toBeNull()
  expect(() => open(sealed, 'another')).toThrow()
})

it.each(vectors)('seals %s again under the next key', (_, open, text) => {
  loadSettings({
    PORT: '3000',
    AUTH_MFA_ENCRYPTION_KEY: NEXT_KEY,
    AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS: KEY,
  })
  const again = open(Buffer.from(text, 'base64'))
  expect(again).not.toBeNull()
  expect(open(again!)).toBeNull()
})
