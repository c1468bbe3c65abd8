import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf, insertAdministrator } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { findUserChangeLimits, getUser, listGrantedPermissions } from '@/lib/users/get-user'
import { listRoleChoices } from '@/lib/users/user-roles'
import { getUserSignInMethods } from '@/lib/users/user-sign-in-methods'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

/** A permission that was removed from the code: it works again if it returns. */
async function retire(): Promise<string> {
  const name = `gone:${newId()}`
  await db().permission.create({
    data: { name, resource: 'gone', description: 'Was', retiredAt: new Date() },
  })
  return name
}

describe('sign-in methods of a user', () => {
  it('show whether there is a password, a second factor and a provider, and no secrets', async () => {
    const { id } = await insertUser({ passwordHash: 'HASH' })
    const at = new Date('2026-11-20T10:00:00Z')
    await db().user.update({ where: { id }, data: { mfaEnabledAt: at } })
    await db().account.create({
      data: {
        provider: 'google',
        providerAccountId: 'SUBJECT',
        email: 'ada@mail.example',
        userId: id,
        linkedAt: at,
        lastUsedAt: at,
      },
    })
    const shown = await getUserSignInMethods(await holderOf('users:read'), id)
    expect(shown).toEqual({
      ok: true,
      signInMethods: {
        hasPassword: true,
        mfaEnabledAt: at,
        invitedAt: null,
        identities: [
          { provider: 'google', email: 'ada@mail.example', linkedAt: at, lastUsedAt: at },
        ],
        passkeys: 0,
      },
    })
    expect(JSON.stringify(shown)).not.toMatch(/HASH|SUBJECT/)
  })

  it('need users:read, even for the own account', async () => {
    const actor = await holderOf('users:list', 'users:activate', 'rbac:manage')
    for (const id of [actor.userId, newId(), 'nonsense'])
      expect(await getUserSignInMethods(actor, id)).toMatchObject({
        requiredPermission: 'users:read',
      })
    for (const id of [newId(), 'nonsense', "'; --"])
      expect(await getUserSignInMethods(await holderOf('users:read'), id)).toMatchObject({
        code: 'not_found',
      })
  })
})

describe('permissions of a user', () => {
  it('are listed once each, with every role that grants them, without retired ones', async () => {
    const { id } = await insertUser()
    const gone = await retire()
    const one = await insertRole(`a ${newId()}`, ['users:list', 'audit:list', gone], [id])
    const two = await insertRole(`b ${newId()}`, ['audit:list'], [id])
    const result = await listGrantedPermissions(await holderOf('rbac:manage'), id)
    expect(result).toMatchObject({
      ok: true,
      permissions: [
        { name: 'audit:list', roles: [{ id: one }, { id: two }] },
        { name: 'users:list', roles: [{ id: one }] },
      ],
    })
    expect(await listGrantedPermissions(await holderOf('rbac:manage'), 'nonsense')).toMatchObject({
      permissions: [],
    })
  })

  it('are hidden from viewers with users:read who may not see the permissions of roles', async () => {
    const { id } = await insertUser()
    expect(await listGrantedPermissions(await holderOf('users:read'), id)).toEqual({
      ok: false,
      code: 'insufficient_permission',
      requiredPermission: 'rbac:manage',
    })
  })
})

describe('the roles to choose from', () => {
  it('include all, system roles first, marked by what the actor can assign', async () => {
    const small = await insertRole(`small ${newId()}`, ['contacts:list'])
    const large = await insertRole(`large ${newId()}`, ['contacts:list', 'payments:list'])
    const actor = await holderOf('users:role:change', 'contacts:list')
    const result = await listRoleChoices(actor)
    if (!result.ok) throw new Error(result.code)
    expect(result.roles.slice(0, 2).map(({ name }) => name)).toEqual(['admin', 'user'])
    expect(result.roles).toHaveLength(await db().role.count())
    const byId = new Map(result.roles.map((role) => [role.id, role]))
    expect(byId.get(small)).toMatchObject({ grantable: true, missing: [] })
    // Seeing which ones takes rbac:manage.
    expect(byId.get(large)).toMatchObject({ grantable: false, missing: [] })
  })

  it('require retired permissions too, and list the missing ones only to viewers with rbac:manage', async () => {
    const gone = await retire()
    const id = await insertRole(`old ${newId()}`, [gone])
    const result = await listRoleChoices(await holderOf('users:role:change', 'rbac:manage'))
    const found = result.ok && result.roles.find((role) => role.id === id)
    expect(found).toMatchObject({ grantable: false, missing: [gone] })
  })

  it('need users:role:change', async () => {
    expect(await listRoleChoices(await holderOf('users:read', 'users:list'))).toMatchObject({
      requiredPermission: 'users:role:change',
    })
  })
})

describe('limits on changing a user', () => {
  const limitsOf = async (actorId: string, userId: string) => {
    const found = await getUser(await principalOf(userId), userId)
    if (!found.ok) throw new Error(found.code)
    return findUserChangeLimits(await principalOf(actorId), found.user)
  }

  it('include the permissions the actor lacks, listed only with rbac:manage', async () => {
    const { id } = await insertUser()
    await insertRole(`role ${newId()}`, ['payments:list', 'audit:list'], [id])
    const plain = await holderOf('users:activate', 'audit:list')
    expect(await limitsOf(plain.userId, id)).toEqual({
      outranked: true,
      missing: [],
      lastAdministrator: false,
    })
    const manager = await holderOf('users:activate', 'audit:list', 'rbac:manage')
    expect(await limitsOf(manager.userId, id)).toMatchObject({
      outranked: true,
      missing: ['payments:list'],
    })
    const equal = await holderOf('payments:list', 'audit:list')
    expect(await limitsOf(equal.userId, id)).toMatchObject({ outranked: false, missing: [] })
  })

  it('include being the last active administrator, until there is another', async () => {
    await db().user.updateMany({ data: { status: 'deactivated' } })
    const { id } = await insertAdministrator()
    expect(await limitsOf(id, id)).toEqual({
      outranked: false,
      missing: [],
      lastAdministrator: true,
    })
    const other = await insertAdministrator()
    expect(await limitsOf(id, id)).toMatchObject({ lastAdministrator: false })
    await db().user.update({ where: { id: other.id }, data: { status: 'deactivated' } })
    expect(await limitsOf(id, other.id)).toMatchObject({ lastAdministrator: false })
    expect(await limitsOf(id, id)).toMatchObject({ lastAdministrator: true })
  })
})
