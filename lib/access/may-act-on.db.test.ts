import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  administer,
  assertAdministratorRemains,
  checkMayActOn,
  checkMayGrant,
  checkMayGrantRoles,
} from '@/lib/access/administer'
import { syncCatalog } from '@/lib/access/catalog'
import { grantSystemRole } from '@/lib/access/grants.store'
import type { AuditAttempt } from '@/lib/audit/audit-actions'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { deliver } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { refuse } from '@/lib/platform/problems'
import { insertUser } from '@/tests/kit/insert-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
const NOW = new Date('2026-11-21T10:00:00Z')

beforeAll(async () => {
  useSettings()
  await syncCatalog(NOW)
})
beforeEach(() => deliver({ type: 'resync' }))

let serial = 0
/** An active user whose only role holds these permissions. */
async function holderOf(...permissions: string[]): Promise<string> {
  const { id } = await insertUser()
  await insertRole(`role ${++serial}`, permissions, [id])
  return id
}
async function admin(): Promise<string> {
  const { id } = await insertUser()
  await inTransaction((tx) => grantSystemRole(tx, id, 'admin'))
  return id
}
const escalation = { code: 'privilege_escalation' }

describe('acting on another user', () => {
  it('requires every permission that the target has', async () => {
    const clerk = await principalOf(await holderOf('users:read', 'users:list'))
    expect(await checkMayActOn(db(), clerk, await holderOf('users:list'))).toBeNull()
    expect(await checkMayActOn(db(), clerk, await holderOf())).toBeNull()
    expect(await checkMayActOn(db(), clerk, clerk.userId)).toBeNull()
    expect(
      await checkMayActOn(db(), clerk, await holderOf('users:list', 'audit:list')),
    ).toMatchObject(escalation)
    expect(await checkMayActOn(db(), clerk, await admin())).toMatchObject(escalation)
    expect(await checkMayActOn(db(), await principalOf(await admin()), await admin())).toBeNull()
  })

  it.each(['pending', 'deactivated', 'deleted'] as const)(
    'counts the permissions that a %s user would regain',
    async (status) => {
      const clerk = await principalOf(await holderOf('users:list'))
      const target = await admin()
      await db().user.update({ where: { id: target }, data: { status } })
      expect(await checkMayActOn(db(), clerk, target)).toMatchObject(escalation)
    },
  )

  it('is decided by the database, not by the permissions in the request', async () => {
    const id = await holderOf('users:list', 'audit:list')
    const stale = await principalOf(id)
    const target = await holderOf('audit:list')
    await db().userRole.deleteMany({ where: { userId: id } })
    expect(stale.permissions.has('audit:list')).toBe(true)
    expect(await checkMayActOn(db(), stale, target)).toMatchObject(escalation)
    await db().user.update({ where: { id }, data: { status: 'deactivated' } })
    expect(await checkMayActOn(db(), stale, target)).toMatchObject({ code: 'session_revoked' })
  })

  it('is not refused for a user that does not exist', async () => {
    expect(await checkMayActOn(db(), await principalOf(await admin()), newId())).toBeNull()
  })
})

describe('granting permissions', () => {
  it('is limited to the actor’s own, directly or through a role', async () => {
    const clerk = await principalOf(await holderOf('users:read', 'users:list'))
    expect(await checkMayGrant(db(), clerk, ['users:list'])).toBeNull()
    expect(await checkMayGrant(db(), clerk, [])).toBeNull()
    expect(await checkMayGrant(db(), clerk, ['users:list', 'audit:list'])).toMatchObject(escalation)
    expect(await checkMayGrant(db(), clerk, ['*'])).toMatchObject(escalation)
    const weaker = await insertRole(`role ${++serial}`, ['users:read'])
    const stronger = await insertRole(`role ${++serial}`, ['users:read', 'rbac:manage'])
    expect(await checkMayGrantRoles(db(), clerk, [weaker])).toBeNull()
    expect(await checkMayGrantRoles(db(), clerk, [weaker, stronger])).toMatchObject(escalation)
  })

  it('is refused for a retired permission that the actor lacks, because it applies again when it returns', async () => {
    const clerk = await principalOf(await holderOf('users:list'))
    const dormant = await insertRole(`role ${++serial}`, ['payments:charge'])
    await syncCatalog(
      NOW,
      permissionCatalog.filter(({ resource }) => resource !== 'payments'),
    )
    const refusal = await checkMayGrantRoles(db(), clerk, [dormant])
    const byAdmin = await checkMayGrantRoles(db(), await principalOf(await admin()), [dormant])
    await syncCatalog(NOW)
    expect(refusal).toMatchObject(escalation)
    expect(byAdmin).toBeNull()
  })
})

describe('an administrative action', () => {
  const audit = {
    action: 'role.changed',
    targetId: 'x',
    details: { asked: { name: 'Clerk' } },
  } satisfies AuditAttempt
  const records = (actorId: string) => db().auditRecord.findMany({ where: { actorId } })
  const act = async (work: (tx: Tx) => Promise<ReturnType<typeof refuse> | { ok: true }>) => {
    const actor = await principalOf(await admin())
    const run = administer(
      testContext(),
      { actor, permission: 'rbac:manage', audit },
      async (tx) => {
        await tx.user.update({ where: { id: actor.userId }, data: { name: 'written' } })
        return work(tx)
      },
    )
    const result = await run.catch((error: Error) => error.message)
    const { name } = await db().user.findUniqueOrThrow({ where: { id: actor.userId } })
    return { result, name, records: await records(actor.userId) }
  }

  it('is committed when it succeeds', async () => {
    const { result, name, records } = await act(async () => ({ ok: true }))
    expect([result, name, records]).toEqual([{ ok: true }, 'written', []])
  })

  it('is rolled back and recorded when it is refused', async () => {
    const { result, name, records } = await act(async () => refuse('role_in_use'))
    expect(result).toEqual({ ok: false, code: 'role_in_use' })
    expect(name).toBeNull()
    expect(records).toMatchObject([
      {
        action: 'role.changed',
        outcome: 'refused',
        details: { asked: { name: 'Clerk' }, reason: 'role_in_use' },
      },
    ])
  })

  it('is rolled back without a refusal when it throws', async () => {
    const { result, name, records } = await act(async () => {
      throw new Error('broken')
    })
    expect([result, name, records]).toEqual(['broken', null, []])
  })

  it('is refused if the permission was revoked after the request was authorized', async () => {
    const id = await holderOf('rbac:manage')
    const actor = await principalOf(id)
    await db().userRole.deleteMany({ where: { userId: id } })
    const result = await administer(
      testContext(),
      { actor, permission: 'rbac:manage', audit },
      async () => {
        throw new Error('must not run')
      },
    )
    expect(result).toMatchObject({
      code: 'insufficient_permission',
      requiredPermission: 'rbac:manage',
    })
    expect(await records(id)).toHaveLength(1)
  })

  it('never leaves the service without an administrator', async () => {
    const { result, name } = await act(async (tx) => {
      await tx.userRole.deleteMany()
      await assertAdministratorRemains(tx)
      return { ok: true }
    })
    expect(result).toEqual({ ok: false, code: 'last_admin' })
    expect(name).toBeNull()
    expect(await db().userRole.count()).toBeGreaterThan(0)
  })
})
