import { afterAll, beforeAll, expect, it } from 'vitest'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { database } from '@/lib/platform/db/database'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { describeWithOwnRedis } from '@/tests/kit/redis-for-tests'
import { insertRole } from '@/tests/kit/roles'
import { type ServiceProcess, startService } from '@/tests/kit/start-service'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 15_000

/**
 * Two instances on the test's database, an administrator on the first, and a user with a role on
 * both.
 */
function twoInstances(env: () => Record<string, string>) {
  const services: ServiceProcess[] = []
  let here!: ApiClient
  let there!: ApiClient
  let admin!: { authorization: string }
  useSettings()
  useTestDatabase()
  beforeAll(async () => {
    const settings = {
      DATABASE_URL: database().pool.options.connectionString!,
      AUTH_JWT_SECRET: 'the-signing-secret-of-two-instances-0123456789',
      AUTH_JWT_ISSUER: 'http://gatehouse.test',
      ...env(),
    }
    // Both start at the same time on an empty database and must create the catalog.
    services.push(
      ...(await Promise.all([startService({ env: settings }), startService({ env: settings })])),
    )
    here = await ApiClient.of(services[0]!.url)
    there = await ApiClient.of(services[1]!.url)
    admin = await signIn((await makeUser({ admin: true })).email)
  }, 120_000)
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
  })
  async function signIn(email: string) {
    const { status, body } = await here.post('/auth/login', { email, password: PASSWORD })
    expect(status).toBe(200)
    return bearer(String(body.access_token))
  }
  const heldOn = async (api: ApiClient, credential: { authorization: string }) => {
    const { status, body } = await api.get('/auth/permissions', credential)
    expect(status).toBe(200)
    return body.permissions as string[]
  }
  let serial = 0
  return {
    /** A user whose only role has users:list, cached by both instances. */
    async clerk() {
      const { id, email } = await makeUser()
      const roleId = await insertRole(`Clerk ${++serial}`, ['users:list'], [id])
      const credential = await signIn(email)
      for (const api of [here, there]) expect(await heldOn(api, credential)).toEqual(['users:list'])
      return {
        roleId,
        here: () => heldOn(here, credential),
        there: () => heldOn(there, credential),
      }
    },
    async grant(roleId: string, permissions: string[]) {
      const { status } = await here.call(
        'PUT',
        `/rbac/roles/${roleId}/permissions`,
        { permissions },
        admin,
      )
      expect(status).toBe(200)
    },
    catalog: async () => (await there.get('/rbac/permissions', admin)).body.data as unknown[],
  }
}
const same = (a: readonly string[], b: readonly string[]) => a.join() === b.join()

// Cached permissions would last for an hour: only the bus can invalidate them.
describeOnServer('the permissions of a role, changed on one of two instances', () => {
  const two = twoInstances(() => ({ AUTH_PERMISSION_CACHE_TTL: '1h' }))

  it('are the same on both from the start, even when both start at the same time', async () => {
    expect(await two.catalog()).toHaveLength(permissionCatalog.length)
  })

  it('take effect there immediately, and on the other through the bus', async () => {
    const clerk = await two.clerk()
    for (const wanted of [['audit:list', 'users:list'], [], ['users:read']]) {
      await two.grant(clerk.roleId, wanted)
      expect(await clerk.here()).toEqual(wanted)
      await until('the other instance follows', WITHIN_MS, async () =>
        same(await clerk.there(), wanted),
      )
    }
  })
})

describeOnServer('two instances whose bus is cut', () => {
  describeWithOwnRedis('because Redis is unavailable', (redis) => {
    const two = twoInstances(() => ({ REDIS_URL: redis.url, AUTH_PERMISSION_CACHE_TTL: '1h' }))

    it('read each other’s role changes without it, and apply them through the bus when it is back', async () => {
      const clerk = await two.clerk()
      await redis.kill()
      await two.grant(clerk.roleId, ['audit:list'])
      expect(await clerk.here()).toEqual(['audit:list'])
      await until('the other instance reads it', WITHIN_MS, async () =>
        same(await clerk.there(), ['audit:list']),
      )
      await redis.start()
      await two.grant(clerk.roleId, [])
      expect(await clerk.here()).toEqual([])
      await until('the other instance follows', WITHIN_MS, async () =>
        same(await clerk.there(), []),
      )
    })
  })
})
