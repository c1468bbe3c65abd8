import { beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { recordAudit } from '@/lib/audit/record-audit'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { sealSecret } from '@/lib/identity/mfa/seal-secret'
import { rotateSigningKeys } from '@/lib/identity/sessions/rotate-signing-keys'
import { newWebhookSecret, sealWebhookSecret } from '@/lib/messaging/webhooks/webhook-secret'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { checkKeys } from '@/lib/settings/check-keys'
import { sealSetting } from '@/lib/settings/stored-values'
import { insertUser } from '@/tests/kit/insert-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const OLD = { AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') }
const NEW = { AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 2).toString('base64') }
const ctx = testContext()
const times = { createdAt: ctx.now, updatedAt: ctx.now }

useTestDatabase()
beforeEach(async () => {
  useSettings(OLD)
  await syncCatalog(ctx.now)
  for (const table of ['users', 'stored_settings', 'signing_keys', 'webhook_endpoints'])
    await db().$executeRawUnsafe(`DELETE FROM ${table}`)
})

async function addFactor() {
  const { id: userId } = await insertUser()
  const secretSealed = sealSecret(Buffer.from('secret'), { userId, purpose: 'mfa_factor' })
  await db().mfaFactor.create({ data: { userId, secretSealed, lastStep: 0, createdAt: ctx.now } })
}

async function addSetting() {
  const sealed = sealSetting('RESEND_API_KEY', 're_1')
  await db().storedSetting.create({
    data: { variable: 'RESEND_API_KEY', sealed, updatedAt: ctx.now },
  })
}

async function addWebhook() {
  const id = newId()
  const secret = sealWebhookSecret(newWebhookSecret(), id)
  const endpoint = { id, url: 'https://example.org', events: ['user.*'], secret, ...times }
  await db().webhookEndpoint.create({ data: endpoint })
}

const messages = async () => (await checkKeys()).faults.map(({ message }) => message).join('\n')

describe('a wrong AUTH_MFA_ENCRYPTION_KEY', () => {
  it.each([
    ['an authenticator app', addFactor, 'factors 1 of 1'],
    ['a stored setting', addSetting, 'settings 1 of 1'],
    ['a signing key', () => rotateSigningKeys(ctx.now), 'signing_keys 1 of 1'],
    ['a webhook', addWebhook, 'webhooks 1 of 1'],
  ])('is found by the secret of %s', async (_, add, found) => {
    await add()
    expect(await checkKeys()).toEqual({ examined: 1, faults: [] })
    useSettings(NEW)
    expect(await checkKeys()).toMatchObject({ faults: [{ breaks: true }] })
    expect(await messages()).toContain(found)
  })

  it('is no fault if the right one is a previous key', async () => {
    await addFactor()
    useSettings({ ...NEW, AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS: OLD.AUTH_MFA_ENCRYPTION_KEY })
    expect(await messages()).toBe('')
  })

  it('is found by the oldest secrets if newer ones have another key', async () => {
    await addFactor()
    useSettings(NEW)
    for (let n = 0; n < 120; n++) await addFactor()
    expect(await messages()).toContain('factors 1 of 100')
  })
})

it('finds a wrong AUTH_JWT_SECRET by the seals of the audit trail', async () => {
  await recordAudit(db(), ctx, { action: 'backup.created', outcome: 'ok' })
  await sealAuditRecords(addSeconds(ctx.now, 60))
  expect(await messages()).toBe('')
  const { tokens } = useSettings()
  useSettings({ AUTH_JWT_SECRET: 'another-signing-secret-of-the-tests-0123456789' })
  expect(await checkKeys()).toMatchObject({ faults: [{ breaks: false }] })
  useSettings({
    AUTH_JWT_SECRET: 'another-signing-secret-of-the-tests-0123456789',
    AUTH_JWT_PREVIOUS_SECRETS: tokens.secret,
  })
  expect(await messages()).toBe('')
})

it('can check the database of an earlier version, which lacks some tables', async () => {
  await addFactor()
  for (const table of ['webhook_endpoints', 'audit_seals'])
    await db().$executeRawUnsafe(`DROP TABLE ${table} CASCADE`)
  useSettings(NEW)
  expect(await messages()).toContain('factors 1 of 1')
})
