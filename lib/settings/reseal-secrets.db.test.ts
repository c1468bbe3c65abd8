import { beforeEach, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { resealedSecret, sealSecret } from '@/lib/identity/mfa/seal-secret'
import { rotateSigningKeys } from '@/lib/identity/sessions/rotate-signing-keys'
import {
  newWebhookSecret,
  openWebhookSecret,
  sealWebhookSecret,
} from '@/lib/messaging/webhooks/webhook-secret'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { OPERATOR } from '@/lib/platform/request-context'
import { listSealed, replaceSealed } from '@/lib/settings/resealing.store'
import { resealSecrets } from '@/lib/settings/reseal-secrets'
import { sealSetting } from '@/lib/settings/stored-values'
import { insertUser } from '@/tests/kit/insert-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const OLD = Buffer.alloc(32, 1).toString('base64')
const NEW = Buffer.alloc(32, 2).toString('base64')
const ctx = testContext()

useTestDatabase()
beforeEach(async () => {
  await syncCatalog(ctx.now)
  for (const table of ['users', 'stored_settings', 'signing_keys', 'webhook_endpoints'])
    await db().$executeRawUnsafe(`DELETE FROM ${table}`)
})

/** More users than fit into one batch. */
const USERS = 130

/** One secret of each kind under the old key, and many factors. */
async function sealAll() {
  useSettings({ AUTH_MFA_ENCRYPTION_KEY: OLD })
  for (let n = 0; n < USERS; n++) {
    const { id: userId } = await insertUser({ email: `u${n}@example.org` })
    const secretSealed = sealSecret(Buffer.from('secret'), { userId, purpose: 'mfa_factor' })
    await db().mfaFactor.create({
      data: { userId, secretSealed, lastStep: 0, createdAt: ctx.now },
    })
  }
  await rotateSigningKeys(ctx.now)
  const sealed = sealSetting('RESEND_API_KEY', 're_1')
  await db().storedSetting.create({
    data: { variable: 'RESEND_API_KEY', sealed, updatedAt: ctx.now },
  })
  const id = newId()
  const secret = sealWebhookSecret(newWebhookSecret(), id)
  const times = { createdAt: ctx.now, updatedAt: ctx.now }
  const endpoint = { id, url: 'https://example.org', events: ['user.*'], secret, ...times }
  await db().webhookEndpoint.create({ data: { ...endpoint, previousSecret: secret } })
  return { endpointId: id }
}

const useNewKey = () =>
  useSettings({ AUTH_MFA_ENCRYPTION_KEY: NEW, AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS: OLD })

it('leaves nothing that needs the previous key, and does nothing the second time', async () => {
  const { endpointId } = await sealAll()
  useNewKey()
  expect(await resealSecrets(OPERATOR, ctx)).toEqual({ resealed: USERS + 4, unreadable: [] })
  useSettings({ AUTH_MFA_ENCRYPTION_KEY: NEW })
  expect(await resealSecrets(OPERATOR, ctx)).toEqual({ resealed: 0, unreadable: [] })
  const [webhook] = await listSealed(db(), 'webhooks', { after: '', limit: 1 })
  expect(openWebhookSecret(webhook!.sealed, endpointId).secret).toMatch(/^whsec_/)
  const where = { action: 'secrets.resealed', actorId: null }
  expect(await db().auditRecord.count({ where })).toBeGreaterThan(0)
})

it('reports secrets that no key opens, and changes none of them', async () => {
  await sealAll()
  useSettings({ AUTH_MFA_ENCRYPTION_KEY: NEW })
  const before = await listSealed(db(), 'factors', { after: '', limit: 200 })
  const { resealed, unreadable } = await resealSecrets(OPERATOR, ctx)
  expect([resealed, unreadable.length]).toEqual([0, USERS + 4])
  expect(await listSealed(db(), 'factors', { after: '', limit: 200 })).toEqual(before)
})

it('refuses to replace a secret that changed after it was read', async () => {
  await sealAll()
  useNewKey()
  const [{ id, sealed } = { id: '', sealed: Buffer.of() }] = await listSealed(db(), 'factors', {
    after: '',
    limit: 1,
  })
  const of = { userId: id, purpose: 'mfa_factor' } as const
  const newer = sealSecret(Buffer.from('newer'), of)
  await db().mfaFactor.update({ where: { userId: id }, data: { secretSealed: newer } })
  const to = resealedSecret(sealed, of)!
  expect(await replaceSealed(db(), 'factors', { id, from: sealed, to })).toBe(false)
  const kept = await db().mfaFactor.findUniqueOrThrow({ where: { userId: id } })
  expect(Buffer.from(kept.secretSealed)).toEqual(newer)
})
