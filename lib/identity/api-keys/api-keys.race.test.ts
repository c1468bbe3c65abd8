import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createPermission, retirePermission } from '@/lib/access/change-permission'
import { takeFromKeys } from '@/lib/access/permission.store'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { markKeyUsed } from '@/lib/identity/api-keys/api-key.store'
import { warnOfExpiringKeys } from '@/lib/identity/api-keys/api-keys.jobs'
import { authenticateKey } from '@/lib/identity/api-keys/authenticate-key'
import { MAX_KEYS_PER_USER } from '@/lib/identity/api-keys/create-api-key'
import { revokeApiKey } from '@/lib/identity/api-keys/revoke-api-key'
import { revokeKeysSince } from '@/lib/identity/sessions/planted-access.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import { lockWaiters } from '@/tests/kit/lock-waiters'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { principalOf } from '@/tests/kit/principal-of'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const NOW = new Date('2026-11-23T08:00:00.000Z')
const ctx = testContext({ now: NOW })
const caller = { now: NOW, ip: '192.0.2.1' }
const settle = <T>(act: Promise<T>) => act.then(() => true).catch(() => false)

beforeAll(async () => {
  useSettings()
  await syncCatalog(NOW)
})

it('of 20 concurrent requests, only as many create a key as the limit leaves', async () => {
  const { userId } = await holderOf('users:list')
  for (let i = 0; i < MAX_KEYS_PER_USER - 3; i++) await makeApiKey(userId, [], { ctx })
  const made = await twenty(() => settle(makeApiKey(userId, ['users:list'], { ctx })))
  expect(made.filter(Boolean)).toHaveLength(3)
  expect(await db().apiKey.count({ where: { userId } })).toBe(MAX_KEYS_PER_USER)
})

it('a key revoked 20 times while it is used is revoked once, and refused from then on', async () => {
  const owner = await holderOf('users:list')
  const { key, apiKey } = await makeApiKey(owner.userId, ['users:list'], { ctx })
  const uses = await twenty(async (i) =>
    i % 2 === 0
      ? (await revokeApiKey(owner, apiKey.id, ctx)).ok
      : (await authenticateKey(key, caller)).ok,
  )
  expect(uses.filter((ok, i) => i % 2 === 0 && ok)).toHaveLength(1)
  expect(await authenticateKey(key, caller)).toMatchObject({ code: 'invalid_token' })
  const where = { targetId: apiKey.id, action: 'api_key.revoked' }
  expect(await db().auditRecord.count({ where })).toBe(1)
})

it('no key outlives the deactivation of its owner, however close it was created', async () => {
  const admin = await principalOf((await insertAdministrator()).id)
  const { userId } = await holderOf('users:list')
  await twenty((i) =>
    i === 10
      ? settle(changeUserStatus(admin, { userId, move: 'deactivate' }, ctx))
      : settle(makeApiKey(userId, ['users:list'], { ctx })),
  )
  expect(await db().apiKey.count({ where: { userId, revokedAt: null } })).toBe(0)
})

it('a retired permission is in no key when it returns, however close the key was created', async () => {
  const admin = await principalOf((await insertAdministrator()).id)
  const name = 'crm:contacts:export'
  const texts = { description: 'Export contacts', group: null, privileged: false }
  const create = () => createPermission(admin, { name, ...texts }, ctx)
  for (let round = 0; round < 5; round++) {
    expect(await create()).toMatchObject({ ok: true })
    const owner = await principalOf((await insertAdministrator()).id)
    await twenty((i) =>
      i === 3
        ? settle(retirePermission(admin, { name }, ctx))
        : settle(makeApiKey(owner.userId, ['users:list', name], { ctx })),
    )
    const where = { userId: owner.userId, permissions: { has: name } }
    expect(await db().apiKey.count({ where })).toBe(0)
  }
})

it('the revocation of a user’s keys does not deadlock with the retirement of a permission', async () => {
  const { userId } = await holderOf('users:list')
  const ids: string[] = []
  for (let i = 0; i < 2; i++)
    ids.push((await makeApiKey(userId, ['users:list'], { ctx })).apiKey.id)
  const [first, last] = ids.toSorted() as [string, string]
  // Moves its row behind the other's.
  await markKeyUsed(db(), { id: first, now: NOW, everySeconds: 60 })
  const since = addSeconds(NOW, -60)
  const { both } = await inTransaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM api_keys WHERE id = ${last}::uuid FOR UPDATE`
    const revoked = inTransaction((other) => revokeKeysSince(other, { userId, since, now: NOW }))
    await lockWaiters(1)
    const taken = inTransaction((other) => takeFromKeys(other, ['users:list']))
    await lockWaiters(2)
    return { both: Promise.all([revoked, taken]) }
  })
  const [revoked] = await both
  expect(revoked.map(({ id }) => id).toSorted()).toEqual([first, last])
})

it('20 instances announce an expiring key once', async () => {
  const { userId } = await holderOf('users:list')
  await makeApiKey(userId, [], { ctx })
  await twenty(() => warnOfExpiringKeys.run(addSeconds(NOW, 25 * 86_400)))
  const kind = 'security.api_key_expiring'
  expect(await db().inboxItem.count({ where: { userId, kind } })).toBe(1)
})
