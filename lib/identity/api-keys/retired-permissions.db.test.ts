import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createPermission, retirePermission } from '@/lib/access/change-permission'
import { syncPermissions } from '@/lib/access/sync-permissions'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { authenticateKey } from '@/lib/identity/api-keys/authenticate-key'
import { revokeApiKey } from '@/lib/identity/api-keys/revoke-api-key'
import { db } from '@/lib/platform/db/database'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { insertAdministrator } from '@/tests/kit/administrators'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { principalOf } from '@/tests/kit/principal-of'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const NOW = new Date('2026-11-23T08:00:00.000Z')
const ctx = testContext({ now: NOW })
const EXPORT = 'crm:contacts:export'
const READ = 'crm:contacts:read'

let admin: SessionPrincipal
beforeAll(async () => {
  useSettings()
  await syncCatalog(NOW)
  admin = await principalOf((await insertAdministrator()).id)
})
beforeEach(async () => {
  await sync()
  await db().apiKey.deleteMany()
  await sync(EXPORT, READ)
})

const sync = (...names: string[]) =>
  syncPermissions(
    admin,
    {
      application: 'crm',
      permissions: names.map((name) => ({ name, description: `May ${name}` })),
    },
    ctx,
  )
const makeKey = () => makeApiKey(admin.userId, [EXPORT, 'users:list', READ], { ctx })
const mayDo = async (key: string) => {
  const who = await authenticateKey(key, { now: NOW, ip: '192.0.2.1' })
  return who.ok ? [...who.principal.permissions].sort() : who.code
}
const storedIn = async (id: string) =>
  (await db().apiKey.findUniqueOrThrow({ where: { id } })).permissions

describe('a permission in an API key', () => {
  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    ['by itself', () => retirePermission(admin, { name: EXPORT }, ctx), () => create(EXPORT)],
    ['by a sync', () => sync(READ), () => sync(READ, EXPORT)],
  ])('that is retired %s is not in the key when it returns', async (_, retire, bringBack) => {
    const { key, apiKey } = await makeKey()
    const other = await makeApiKey(admin.userId, [READ], { ctx })
    expect(await mayDo(key)).toEqual([EXPORT, READ, 'users:list'])
    expect(await retire()).toMatchObject({ ok: true })
    expect(await mayDo(key)).toEqual([READ, 'users:list'])
    expect(await storedIn(apiKey.id)).toEqual(['users:list', READ])
    expect(await bringBack()).toMatchObject({ ok: true })
    expect((await principalOf(admin.userId)).permissions).toContain(EXPORT)
    expect(await mayDo(key)).toEqual([READ, 'users:list'])
    expect(await mayDo(other.key)).toEqual([READ])
  })

  it('is taken from keys that still had it when it returns', async () => {
    const { key, apiKey } = await makeKey()
    await retirePermission(admin, { name: EXPORT }, ctx)
    const permissions = [EXPORT, 'users:list']
    await db().apiKey.update({ where: { id: apiKey.id }, data: { permissions } })
    await create(EXPORT)
    expect(await mayDo(key)).toEqual(['users:list'])
  })

  it('that an upgrade takes over is not in the key anymore', async () => {
    const { key } = await makeKey()
    const taken = { name: EXPORT, resource: 'crm', description: 'Export everything' }
    await syncCatalog(NOW, [...permissionCatalog, taken])
    expect((await principalOf(admin.userId)).permissions).toContain(EXPORT)
    expect(await mayDo(key)).toEqual([READ, 'users:list'])
    await db().$executeRaw`DELETE FROM role_permissions WHERE permission = ${EXPORT}`
    await db().permission.delete({ where: { name: EXPORT } })
  })

  it('that is retired is counted in the record, and stays in keys that were revoked', async () => {
    const { apiKey } = await makeKey()
    const revoked = await makeKey()
    await revokeApiKey(admin, revoked.apiKey.id, ctx)
    await retirePermission(admin, { name: EXPORT }, ctx)
    const record = await db().auditRecord.findFirst({
      where: { action: 'permission.retired', targetId: EXPORT },
      orderBy: { id: 'desc' },
    })
    expect(record?.details).toMatchObject({ roles: ['admin'], api_keys: 1 })
    expect(await storedIn(apiKey.id)).not.toContain(EXPORT)
    expect(await storedIn(revoked.apiKey.id)).toContain(EXPORT)
  })
})

function create(name: string) {
  const texts = { description: 'Export contacts', group: null, privileged: false }
  return createPermission(admin, { name, ...texts }, ctx)
}
