import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { authenticateKey, describeApiKey } from '@/lib/identity/api-keys/authenticate-key'
import { newApiKey } from '@/lib/identity/api-keys/key-format'
import { revokeApiKey } from '@/lib/identity/api-keys/revoke-api-key'
import { isStillAuthorized } from '@/lib/identity/still-authorized'
import { deliver } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { closeRequestBudgets } from '@/lib/protection/rate-limit/request-budgets'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { freshAddress } from '@/tests/kit/contract/declared-handlers'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { principalOf } from '@/tests/kit/principal-of'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

useTestDatabase()
const NOW = new Date('2026-11-23T08:00:00.000Z')
const at = (seconds: number) => addSeconds(NOW, seconds)
const ctx = (seconds = 0) => testContext({ now: at(seconds) })
const LIMIT = 5

beforeAll(async () => {
  useSettings({ AUTH_IP_RATE_LIMIT: `${LIMIT}/1m` })
  await syncCatalog(NOW)
})
afterEach(() => closeRequestBudgets())

const use = async (
  key: string,
  { seconds = 0, ip = freshAddress() }: { seconds?: number; ip?: string | null } = {},
) => authenticateKey(key, { now: at(seconds), ip })
const outcomeOf = async (...given: Parameters<typeof use>) => {
  const who = await use(...given)
  return who.ok ? [...who.principal.permissions] : who.code
}
/** A user who has two permissions, with a key for one of them and for one that is not theirs. */
async function keyHolder() {
  const owner = await holderOf('users:list', 'users:read')
  return { owner, ...(await makeApiKey(owner.userId, ['users:list'], { ctx: ctx() })) }
}

describe('a key', () => {
  it('may do what both it and its owner may, and is a principal without a session', async () => {
    const { key, apiKey, owner } = await keyHolder()
    const who = await use(key)
    expect(who).toMatchObject({
      ok: true,
      principal: { kind: 'key', keyId: apiKey.id, userId: owner.userId },
      access: { status: 'active', roles: [] },
    })
    expect(await outcomeOf(key)).toEqual(['users:list'])
    for (const field of ['sessionId', 'generation', 'authTime'])
      expect(who.ok && who.principal).not.toHaveProperty(field)
  })

  it('loses with its next use what its owner loses, and gains what the owner regains', async () => {
    const { key, owner } = await keyHolder()
    expect(await outcomeOf(key)).toEqual(['users:list'])
    const roles = await db().userRole.findMany({ where: { userId: owner.userId } })
    await db().userRole.deleteMany({ where: { userId: owner.userId } })
    deliver({ type: 'user.changed', userId: owner.userId })
    expect(await outcomeOf(key)).toEqual([])
    await db().userRole.createMany({ data: roles })
    deliver({ type: 'user.changed', userId: owner.userId })
    expect(await outcomeOf(key)).toEqual(['users:list'])
  })

  it('never gains what its owner gains', async () => {
    const { key, owner } = await keyHolder()
    const role = await db().role.findUniqueOrThrow({ where: { nameKey: 'admin' } })
    await db().userRole.create({ data: { userId: owner.userId, roleId: role.id } })
    deliver({ type: 'user.changed', userId: owner.userId })
    expect(await outcomeOf(key)).toEqual(['users:list'])
  })

  it('is refused from the moment at which it expires', async () => {
    const { key } = await keyHolder()
    const life = 30 * 86_400
    expect(await outcomeOf(key, { seconds: life - 0.001 })).toEqual(['users:list'])
    expect(await outcomeOf(key, { seconds: life })).toBe('invalid_token')
  })

  it('is refused once it was revoked, and says so only to its holder', async () => {
    const { key, apiKey, owner } = await keyHolder()
    await use(key)
    expect(await revokeApiKey(owner, apiKey.id, ctx())).toEqual({ ok: true })
    expect(await use(key)).toMatchObject({
      code: 'invalid_token',
      detail: 'This API key was revoked.',
    })
  })

  it.each(['deactivate', 'delete'] as const)(
    'ends for good when its owner’s account does: %s',
    async (move) => {
      const { key, apiKey, owner } = await keyHolder()
      await use(key)
      const admin = await principalOf((await insertAdministrator()).id)
      const change = { userId: owner.userId, move }
      expect(await changeUserStatus(admin, change, ctx())).toMatchObject({ ok: true })
      expect(await outcomeOf(key)).toBe('invalid_token')
      const back = move === 'delete' ? 'restore' : 'activate'
      await changeUserStatus(admin, { userId: owner.userId, move: back }, ctx())
      expect(await outcomeOf(key)).toBe('invalid_token')
      expect(await db().apiKey.findUnique({ where: { id: apiKey.id } })).toMatchObject({
        revokedReason: move === 'delete' ? 'account_deleted' : 'account_deactivated',
      })
    },
  )

  it('works only from its allowed addresses', async () => {
    const owner = await holderOf('users:list')
    const allowedAddresses = ['192.0.2.0/24', '2001:db8:7::/48']
    const { key } = await makeApiKey(owner.userId, ['users:list'], { ctx: ctx(), allowedAddresses })
    const from = (ip: string | null) => outcomeOf(key, { ip })
    for (const ip of ['192.0.2.9', '2001:db8:7:1::2'])
      expect(await from(ip)).toEqual(['users:list'])
    for (const ip of ['192.0.3.9', '2001:db8:8::2', null])
      expect(await from(ip)).toBe('address_not_allowed')
  })

  it('is refused with a wrong secret', async () => {
    const { apiKey } = await keyHolder()
    expect(await outcomeOf(newApiKey(apiKey.id).key)).toBe('invalid_token')
  })

  it('stores only the hash of its secret', async () => {
    const { key, apiKey } = await keyHolder()
    const row = await db().apiKey.findUniqueOrThrow({ where: { id: apiKey.id } })
    expect(JSON.stringify(row)).not.toContain(key.slice(26, 69))
    expect(row.secretHash).toHaveLength(32)
  })

  it('records its use at most once a minute, and never waits for that', async () => {
    const { key, apiKey } = await keyHolder()
    const lastUse = async () =>
      (await db().apiKey.findUniqueOrThrow({ where: { id: apiKey.id } })).lastUsedAt
    const usedAt = (seconds: number) =>
      until(
        `a use at ${seconds}`,
        5000,
        async () => (await lastUse())?.getTime() === at(seconds).getTime(),
      )
    await use(key, { seconds: 1 })
    await usedAt(1)
    for (const seconds of [2, 30, 60]) await use(key, { seconds })
    await use(key, { seconds: 61 })
    await usedAt(61)
  })
})

describe('work that takes long', () => {
  it('stops when the key is revoked or its owner loses the permission', async () => {
    const { key, apiKey, owner } = await keyHolder()
    const who = await use(key)
    if (!who.ok) throw new Error(who.code)
    const holds = () => isStillAuthorized(who.principal, 'users:list', NOW)
    expect(await holds()).toBe(true)
    expect(await isStillAuthorized(who.principal, 'users:read', NOW)).toBe(false)
    await revokeApiKey(owner, apiKey.id, ctx())
    expect(await holds()).toBe(false)
  })
})

describe('wrong keys', () => {
  it('use up the budget of their address, and then cost no look into the database', async () => {
    const { key } = await keyHolder()
    const { key: cached } = await keyHolder()
    const ip = freshAddress()
    expect(await outcomeOf(cached, { ip })).toEqual(['users:list'])
    for (let i = 0; i < LIMIT; i++)
      expect(await outcomeOf(newApiKey(newId()).key, { ip })).toBe('invalid_token')
    expect(await outcomeOf(newApiKey(newId()).key, { ip })).toBe('rate_limited')
    // Not even a key that exists is looked up, so nothing is; elsewhere, it is.
    expect(await outcomeOf(key, { ip })).toBe('rate_limited')
    expect(await outcomeOf(cached, { ip })).toEqual(['users:list'])
    expect(await outcomeOf(key)).toEqual(['users:list'])
    expect(await outcomeOf(key, { ip })).toEqual(['users:list'])
  })

  it('of one address are not looked up all at once: what is beyond 32 is refused unread', async () => {
    const { userId } = await holderOf('users:list')
    const keys: string[] = []
    for (let i = 0; i < 34; i++)
      keys.push((await makeApiKey(userId, ['users:list'], { ctx: ctx() })).key)
    const ip = freshAddress()
    const outcomes = await Promise.all(keys.map((key) => outcomeOf(key, { ip })))
    expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(2)
    expect(await Promise.all(keys.slice(-2).map((key) => outcomeOf(key, { ip })))).toEqual([
      ['users:list'],
      ['users:list'],
    ])
  })

  it('that are malformed cost nothing at all', async () => {
    const ip = freshAddress()
    for (let i = 0; i < LIMIT + 1; i++)
      expect(await outcomeOf(`ghk_${'a'.repeat(71)}`, { ip })).toBe('invalid_token')
  })

  it('that were once right don’t use up the budget of an office with an old script', async () => {
    const { key, apiKey, owner } = await keyHolder()
    await revokeApiKey(owner, apiKey.id, ctx())
    const ip = freshAddress()
    for (let i = 0; i < LIMIT + 1; i++) expect(await outcomeOf(key, { ip })).toBe('invalid_token')
  })
})

describe('a service that asks about a key', () => {
  it('learns whose it is and what it may do now, and nothing about a wrong one', async () => {
    const { key, apiKey, owner } = await keyHolder()
    expect(await describeApiKey(key, NOW)).toEqual({
      keyId: apiKey.id,
      userId: owner.userId,
      expiresAt: at(30 * 86_400),
      permissions: ['users:list'],
    })
    expect(await describeApiKey(newApiKey(apiKey.id).key, NOW)).toBeNull()
    expect(await describeApiKey(newApiKey(newId()).key, NOW)).toBeNull()
    expect(await describeApiKey('x', NOW)).toBeNull()
    await revokeApiKey(owner, apiKey.id, ctx())
    expect(await describeApiKey(key, NOW)).toBeNull()
  })
})
