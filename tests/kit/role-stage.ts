import { beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createRole } from '@/lib/access/change-role'
import { grantSystemRole } from '@/lib/access/grants.store'
import type { PresentedRole } from '@/lib/access/present-role'
import { type BusMessage, deliver, subscribe } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { insertUser } from '@/tests/kit/insert-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

/** When the catalog of a role stage was synced. */
export const NOW = new Date('2026-11-21T10:00:00Z')

/**
 * A database with the catalog, an administrator, and a "keeper" who manages roles and has few other
 * permissions. The keeper's role is the only custom one.
 */
export function useRoleStage(): { admin: SessionPrincipal; keeper: SessionPrincipal } {
  useTestDatabase()
  const stage = {} as { admin: SessionPrincipal; keeper: SessionPrincipal }
  beforeAll(async () => {
    useSettings()
    await syncCatalog(NOW)
    const ids = [(await insertUser()).id, (await insertUser()).id]
    await inTransaction((tx) => grantSystemRole(tx, ids[0]!, 'admin'))
    await insertRole('keeper', ['rbac:manage', 'users:list', 'users:read'], [ids[1]!])
    stage.admin = await principalOf(ids[0]!)
    stage.keeper = await principalOf(ids[1]!)
  })
  beforeEach(async () => {
    const { admin, keeper } = stage
    await db()
      .$executeRaw`DELETE FROM user_roles WHERE user_id NOT IN (${admin.userId}::uuid, ${keeper.userId}::uuid)`
    await db().role.deleteMany({ where: { isSystem: false, name: { not: 'keeper' } } })
    deliver({ type: 'resync' })
  })
  return stage
}

/** A role created by `actor`. */
export async function madeRole(
  actor: SessionPrincipal,
  name: string,
  permissions: string[] = [],
): Promise<PresentedRole> {
  const result = await createRole(actor, { name, description: '', permissions }, ctx())
  if (!result.ok) throw new Error(result.code)
  return result.role
}

/** Everything that a refused action must leave unchanged. */
const stateNow = async () => ({
  roles: await db().role.findMany({ orderBy: { id: 'asc' }, include: { permissions: true } }),
  permissions: await db().permission.findMany({ orderBy: { name: 'asc' } }),
  grants: await db().userRole.findMany({ orderBy: [{ userId: 'asc' }, { roleId: 'asc' }] }),
})

/** The result of an action, its bus messages and audit records, and whether it wrote nothing. */
export async function watched<T>(act: () => Promise<T>) {
  const before = await stateNow()
  const since = newId()
  const heard: BusMessage[] = []
  const stop = subscribe((message) => heard.push(message))
  onTestFinished(stop)
  const result = await act()
  stop()
  const records = await db().auditRecord.findMany({
    where: { id: { gt: since } },
    orderBy: { id: 'asc' },
  })
  const untouched = JSON.stringify(await stateNow()) === JSON.stringify(before)
  return { result, heard, records, untouched }
}

/** Expects a refusal that was audited, wrote nothing, and sent no message. */
export async function expectRefused(act: () => Promise<unknown>, code: string, action: string) {
  const { result, heard, records, untouched } = await watched(act)
  expect(result).toMatchObject({ ok: false, code })
  expect(heard).toEqual([])
  expect(untouched).toBe(true)
  const [targetType] = action.split('.')
  expect(records).toMatchObject([
    { action, outcome: 'refused', targetType, details: { reason: code } },
  ])
}
