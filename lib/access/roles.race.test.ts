import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { administer, checkMayGrantRoles } from '@/lib/access/administer'
import { syncCatalog } from '@/lib/access/catalog'
import { lockCatalog } from '@/lib/access/catalog.store'
import { changeRole, createRole, deleteRole } from '@/lib/access/change-role'
import { grantSystemRole } from '@/lib/access/grants.store'
import type { AuditAttempt } from '@/lib/audit/audit-actions'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { deliver } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { lineUp } from '@/tests/kit/line-up'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
let admin: SessionPrincipal
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  const { id } = await insertUser()
  await inTransaction((tx) => grantSystemRole(tx, id, 'admin'))
  admin = await principalOf(id)
})
beforeEach(() => deliver({ type: 'resync' }))

type Result = { ok: boolean; code?: string }
const outcomes = (results: { ok: boolean; code?: string }[]) => {
  const counts: Record<string, number> = {}
  for (const { ok, code } of results)
    counts[ok ? 'ok' : code!] = (counts[ok ? 'ok' : code!] ?? 0) + 1
  return counts
}
const records = (targetId: string) =>
  db().auditRecord.groupBy({ by: ['outcome'], where: { targetId }, _count: true })

describe('twenty concurrent requests', () => {
  it('to create roles of one name create only one', async () => {
    const names = ['Clerk', 'clerk', 'CLERK', ' Clerk ']
    const results = await twenty((i) =>
      createRole(admin, { name: names[i % 4]!, description: '', permissions: [] }, ctx()),
    )
    expect(outcomes(results)).toEqual({ ok: 1, role_name_taken: 19 })
    expect(await db().role.count({ where: { nameKey: 'clerk' } })).toBe(1)
  })

  it('to rename roles to one name rename only one', async () => {
    const ids: string[] = []
    for (let i = 0; i < 20; i++) ids.push(await insertRole(`renamed ${i}`, []))
    const results = await twenty((i) =>
      changeRole(admin, { roleId: ids[i]!, changes: { name: 'Chief' } }, ctx()),
    )
    expect(outcomes(results)).toEqual({ ok: 1, role_name_taken: 19 })
  })

  it('to change one version of a role: one succeeds, the others are refused', async () => {
    const roleId = await insertRole('contested', [])
    const results = await twenty((i) =>
      changeRole(
        admin,
        {
          roleId,
          versions: [1],
          changes: { permissions: [permissionCatalog[i % permissionCatalog.length]!.name] },
        },
        ctx(),
      ),
    )
    expect(outcomes(results)).toEqual({ ok: 1, precondition_failed: 19 })
    const role = await db().role.findUniqueOrThrow({
      where: { id: roleId },
      include: { permissions: true },
    })
    const winner = results.findIndex(({ ok }) => ok)
    expect([role.version, role.permissions.map(({ permission }) => permission)]).toEqual([
      2,
      [permissionCatalog[winner % permissionCatalog.length]!.name],
    ])
    expect((await records(roleId)).map(({ outcome, _count }) => [outcome, _count]).sort()).toEqual([
      ['ok', 1],
      ['refused', 19],
    ])
  })

  it('never mix the permissions of two changes', async () => {
    const roleId = await insertRole('mixed', [])
    const sets = [['users:list', 'users:read'], ['audit:list', 'contacts:list'], []]
    await twenty((i) =>
      changeRole(admin, { roleId, changes: { permissions: sets[i % 3]! } }, ctx()),
    )
    const held = await db().rolePermission.findMany({
      where: { roleId },
      orderBy: { permission: 'asc' },
    })
    expect(sets).toContainEqual(held.map(({ permission }) => permission))
  })

  it('to delete and assign a role never leave a user with a deleted role', async () => {
    const roleId = await insertRole('vanishing', ['users:list'])
    const targets = await twenty(async () => (await insertUser()).id)
    const audit = { action: 'user.roles_changed' } satisfies AuditAttempt
    const results = await twenty<Result>((i) =>
      i === 7
        ? deleteRole(admin, { roleId }, ctx())
        : administer(
            ctx(),
            { actor: admin, permission: 'users:role:change', audit },
            async (tx) => {
              const refusal = await checkMayGrantRoles(tx, admin, [roleId])
              if (refusal) return refusal
              await tx.$executeRaw`INSERT INTO user_roles (user_id, role_id)
              SELECT ${targets[i]}::uuid, id FROM roles WHERE id = ${roleId}::uuid`
              return { ok: true }
            },
          ),
    )
    const [exists, holders] = [
      await db().role.count({ where: { id: roleId } }),
      await db().userRole.count({ where: { roleId } }),
    ]
    expect(results[7]!.ok ? [0, 0] : [1, 19]).toEqual([exists, holders])
  })

  it('to widen and assign a role never let actors assign permissions that they lack', async () => {
    const { id: clerkId } = await insertUser()
    await insertRole('giver', ['users:role:change', 'users:list'], [clerkId])
    const clerk = await principalOf(clerkId)
    const roleId = await insertRole('widened', ['users:list'])
    const targets = await twenty(async () => (await insertUser()).id)
    const audit = { action: 'user.roles_changed' } satisfies AuditAttempt
    let widened = false
    const givenAfter: boolean[] = []
    await twenty<unknown>((i) =>
      i === 5
        ? changeRole(
            admin,
            { roleId, changes: { permissions: ['users:list', 'rbac:manage'] } },
            ctx(),
          ).then(() => {
            widened = true
          })
        : administer(
            ctx(),
            { actor: clerk, permission: 'users:role:change', audit },
            async (tx) => {
              const refusal = await checkMayGrantRoles(tx, clerk, [roleId])
              if (refusal) return refusal
              givenAfter.push(widened)
              await tx.userRole.create({ data: { userId: targets[i]!, roleId } })
              return { ok: true }
            },
          ),
    )
    expect(widened).toBe(true)
    expect(givenAfter).not.toContain(true)
  })

  it('to widen a role and then assign it are refused to actors who lack a permission', async () => {
    const { id: clerkId } = await insertUser()
    await insertRole('clerk of lists', ['users:role:change', 'users:list'], [clerkId])
    const clerk = await principalOf(clerkId)
    const roleId = await insertRole('widened first', ['users:list'])
    const changes = { permissions: ['users:list', 'rbac:manage'] }
    const audit = { action: 'user.roles_changed' } satisfies AuditAttempt
    const act = { actor: clerk, permission: 'users:role:change', audit } as const
    const { first, others } = await lineUp<Result, Result>({
      hold: lockCatalog,
      first: () => changeRole(admin, { roleId, changes }, ctx()),
      others: () =>
        administer(
          ctx(),
          act,
          async (tx) => (await checkMayGrantRoles(tx, clerk, [roleId])) ?? { ok: true },
        ),
    })
    expect(first.ok).toBe(true)
    expect(outcomes(others)).toEqual({ privilege_escalation: 19 })
  })

  it('to change roles during a catalog sync never grant retired permissions', async () => {
    const without = permissionCatalog.filter(({ resource }) => resource !== 'payments')
    const roleId = await insertRole('synced', [])
    const results = await twenty<Result>((i) =>
      i % 2 === 0
        ? syncCatalog(new Date(), without).then(() => ({ ok: true }))
        : changeRole(
            admin,
            { roleId, changes: { permissions: ['payments:list', 'users:list'] } },
            ctx(),
          ),
    )
    const late = await changeRole(
      admin,
      { roleId, changes: { permissions: ['payments:list'] } },
      ctx(),
    )
    expect(late).toMatchObject({ code: 'validation_failed' })
    for (const result of results) if (!result.ok) expect(result.code).toBe('validation_failed')
    const access = await principalOf(admin.userId)
    expect(access.permissions.has('payments:list')).toBe(false)
    await syncCatalog(new Date())
  })
})
