import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { lockCatalog } from '@/lib/access/catalog.store'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { purgeApiKeys, warnOfExpiringKeys } from '@/lib/identity/api-keys/api-keys.jobs'
import { authenticateKey } from '@/lib/identity/api-keys/authenticate-key'
import { createApiKey } from '@/lib/identity/api-keys/create-api-key'
import { listAccountsKeyedBy } from '@/lib/identity/api-keys/list-api-keys'
import { apiKeyMails } from '@/lib/messaging/mail/mails/api-keys'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { describeOnServer } from '@/tests/kit/describe-if'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeServiceAccount } from '@/tests/kit/make-service-account'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { insertSession } from '@/tests/kit/sessions'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const NOW = new Date('2026-11-23T08:00:00.000Z')
const inDays = (days: number) => addSeconds(NOW, days * 86_400)
const ctx = testContext({ now: NOW })

let account: string
let admin: SessionPrincipal
beforeAll(async () => {
  useSettings()
  await syncCatalog(NOW)
  account = (await makeServiceAccount()).id
  await insertRole('exporter', ['users:list', 'users:read'], [account])
  admin = { ...(await principalOf((await insertAdministrator()).id)), authTime: NOW }
})
beforeEach(async () => {
  await db().apiKey.deleteMany()
  await db().job.deleteMany()
})

const create = async (actor: SessionPrincipal, permissions: readonly string[], userId = account) =>
  createApiKey(
    { ...actor, authTime: NOW, sessionId: await insertSession(actor.userId, NOW) },
    {
      ...{ userId, permissions, name: 'Export', expiresAt: inDays(30) },
      ...{ allowedAddresses: [], password: undefined },
    },
    ctx,
  )

describe('a key of a service account whose creator leaves', () => {
  it.each([
    ['deactivate', 'user.deactivated'],
    ['delete', 'user.deleted'],
  ] as const)('keeps working, and the record of “%s” says so', async (move, action) => {
    const creator = await principalOf((await insertAdministrator()).id)
    const { userId } = creator
    const made = await create(creator, ['users:list'])
    const [revoked, own] = [await create(creator, []), await create(creator, [], userId)]
    const others = await create(admin, [])
    if (!made.ok || !revoked.ok || !own.ok || !others.ok) throw new Error('no key')
    await db().apiKey.update({ where: { id: revoked.apiKey.id }, data: { revokedAt: NOW } })
    const listed = () => listAccountsKeyedBy(admin, { userId, now: NOW })
    expect(await listed()).toEqual([{ id: account, name: 'Billing exporter', keys: 1 }])
    expect(await changeUserStatus(admin, { userId, move }, ctx)).toMatchObject({ ok: true })
    expect(await authenticateKey(made.key, { now: NOW, ip: null })).toMatchObject({ ok: true })
    expect(await authenticateKey(own.key, { now: NOW, ip: null })).toMatchObject({ ok: false })
    expect(await listed()).toEqual([{ id: account, name: 'Billing exporter', keys: 1 }])
    expect(await db().auditRecord.findFirst({ where: { action, targetId: userId } })).toMatchObject(
      { details: { service_keys: 1, service_accounts: [account] } },
    )
  })

  it('is not in the record if it has expired, and is shown only to those who may read users', async () => {
    const creator = await principalOf((await insertAdministrator()).id)
    const { userId } = creator
    await create(creator, [])
    const unable = await holderOf('users:list')
    expect(await listAccountsKeyedBy(unable, { userId, now: NOW })).toBeNull()
    const later = testContext({ now: inDays(31) })
    const deactivation = { userId, move: 'deactivate' } as const
    expect(await changeUserStatus(admin, deactivation, later)).toMatchObject({ ok: true })
    const record = await db().auditRecord.findFirstOrThrow({
      where: { action: 'user.deactivated', targetId: userId },
    })
    expect(record.details).not.toHaveProperty('service_keys')
  })
})

describe('a key of a service account', () => {
  it('is created by who may change the account, and acts as the account', async () => {
    const made = await create(admin, ['users:list'])
    if (!made.ok) throw new Error(made.code)
    expect(made.apiKey).toMatchObject({ user_id: account, created_by: admin.userId })
    expect(await authenticateKey(made.key, { now: NOW, ip: null })).toMatchObject({
      ok: true,
      principal: { userId: account, permissions: new Set(['users:list']) },
    })
  })

  it('is refused beyond what the account has', async () => {
    expect(await create(admin, ['users:delete', 'users:list'])).toMatchObject({
      code: 'privilege_escalation',
      detail: 'The service account lacks the permission users:delete.',
    })
    expect(await db().apiKey.count()).toBe(0)
  })

  it('is refused to a maker who lacks what the account has', async () => {
    const maker = await holderOf('users:activate', 'users:list')
    expect(await create(maker, ['users:list'])).toMatchObject({ code: 'privilege_escalation' })
    expect(await db().apiKey.count()).toBe(0)
  })

  it('can’t be created for a user who signs in', async () => {
    const { userId } = await holderOf('users:list')
    expect(await create(admin, ['users:list'], userId)).toMatchObject({ code: 'validation_failed' })
    expect(await db().apiKey.count()).toBe(0)
  })
})

describeOnServer('a key of a service account, while another connection holds the catalog', () => {
  it('is refused without users:activate without waiting, and recorded once a minute', async () => {
    const stranger = await holderOf('users:list', 'users:read')
    await inTransaction(async (tx) => {
      await lockCatalog(tx)
      for (const permissions of [['users:list'], ['users:read']])
        expect(await create(stranger, permissions)).toMatchObject({
          code: 'insufficient_permission',
          requiredPermission: 'users:activate',
        })
    })
    expect(await db().apiKey.count()).toBe(0)
    expect(await db().auditRecord.findMany({ where: { actorId: stranger.userId } })).toMatchObject([
      { action: 'permission.refused', targetId: 'users:activate' },
    ])
  })
})

const warned = async () =>
  (await db().job.findMany())
    .map(({ payload }) => payload as { mail?: string; userId?: string })
    .filter(({ mail }) => mail === 'api_key_expiring')
    .map(({ userId }) => userId)

describe('a key that expires soon', () => {
  it('is announced to its owner once, a week before', async () => {
    const { userId } = await holderOf('users:list')
    await makeApiKey(userId, [], { ctx, expiresAt: inDays(30) })
    await warnOfExpiringKeys.run(inDays(22.9))
    expect(await warned()).toEqual([])
    await warnOfExpiringKeys.run(inDays(23))
    await warnOfExpiringKeys.run(inDays(24))
    expect(await warned()).toEqual([userId])
    expect(
      await db().inboxItem.count({ where: { userId, kind: 'security.api_key_expiring' } }),
    ).toBe(1)
  })

  it('is announced with a link to the page on which keys are replaced and revoked', () => {
    const [created, expiring] = apiKeyMails
    const links = [created.inbox.href, expiring.inbox.href, expiring.link.path]
    expect(new Set(links)).toEqual(new Set(['/dashboard/account/api-keys']))
  })

  it('of a service account is announced to its creator', async () => {
    expect(await create(admin, [])).toMatchObject({ ok: true })
    await warnOfExpiringKeys.run(inDays(25))
    expect(await warned()).toEqual([admin.userId])
  })

  it('is not announced if it was made for a few days, has been revoked, or has expired', async () => {
    const { userId } = await holderOf('users:list')
    await makeApiKey(userId, [], { ctx, expiresAt: inDays(7) })
    const { apiKey } = await makeApiKey(userId, [], { ctx, expiresAt: inDays(10) })
    await makeApiKey(userId, [], { ctx, expiresAt: inDays(9) })
    await db().apiKey.update({ where: { id: apiKey.id }, data: { revokedAt: NOW } })
    await warnOfExpiringKeys.run(inDays(9))
    expect(await warned()).toEqual([])
  })

  it('is deleted a month after it expired', async () => {
    const { userId } = await holderOf('users:list')
    await makeApiKey(userId, [], { ctx, expiresAt: inDays(1) })
    await purgeApiKeys.run(inDays(30.9))
    expect(await db().apiKey.count()).toBe(1)
    await purgeApiKeys.run(inDays(31.1))
    expect(await db().apiKey.count()).toBe(0)
  })
})
