import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  administer,
  assertAdministratorRemains,
  checkMayActOn,
  checkMayGrant,
} from '@/lib/access/administer'
import { syncCatalog } from '@/lib/access/catalog'
import { lockCatalog } from '@/lib/access/catalog.store'
import { countActiveAdmins, grantSystemRole } from '@/lib/access/grants.store'
import type { AuditAttempt } from '@/lib/audit/audit-actions'
import { deliver, publish } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { twenty, won } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { lineUp } from '@/tests/kit/line-up'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(async () => {
  await db().userRole.deleteMany()
  deliver({ type: 'resync' })
})

async function admin(): Promise<string> {
  const { id } = await insertUser()
  await inTransaction((tx) => grantSystemRole(tx, id, 'admin'))
  return id
}

/** Removes every role from a user, as the use case does. */
function demote(actor: SessionPrincipal, targetId: string) {
  const audit = { action: 'user.roles_changed', targetId } satisfies AuditAttempt
  return administer(
    testContext(),
    { actor, permission: 'users:role:change', audit },
    async (tx) => {
      const refusal = await checkMayActOn(tx, actor, targetId)
      if (refusal) return refusal
      await tx.userRole.deleteMany({ where: { userId: targetId } })
      await publish(tx, { type: 'user.changed', userId: targetId })
      await assertAdministratorRemains(tx)
      return { ok: true }
    },
  )
}

describe('twenty concurrent actions', () => {
  it('that demote two administrators leave one of them', async () => {
    const ids = [await admin(), await admin()]
    const actors = await Promise.all(ids.map(principalOf))
    const results = await twenty((i) => demote(actors[i % 2]!, ids[(i + (i % 3)) % 2]!))
    expect(await countActiveAdmins(db())).toBe(1)
    expect(results.some(({ ok }) => ok)).toBe(true)
    for (const result of results)
      if (!result.ok) expect(['last_admin', 'insufficient_permission']).toContain(result.code)
  })

  it('that assign a role assign nothing after their actor is demoted', async () => {
    const chief = await principalOf(await admin())
    const clerkId = (await insertUser()).id
    await insertRole('granter', ['users:role:change', 'audit:list'], [clerkId])
    const clerk = await principalOf(clerkId)
    const roleId = await insertRole('auditor', ['audit:list'])
    const targets = await twenty(async () => (await insertUser()).id)
    let demotedAt = -1
    const order: { at: number; ok: boolean }[] = []
    let clock = 0
    const grants = targets.map((targetId, i) => {
      const audit = { action: 'user.roles_changed', targetId } satisfies AuditAttempt
      const act = { actor: clerk, permission: 'users:role:change', audit } as const
      const granting = administer(testContext(), act, async (tx) => {
        const refusal = await checkMayGrant(tx, clerk, ['audit:list'])
        if (refusal) return refusal
        await tx.userRole.create({ data: { userId: targetId, roleId } })
        order.push({ at: clock++, ok: true })
        return { ok: true }
      })
      const demoting =
        i === 3
          ? demote(chief, clerkId).then((result) => {
              expect(result).toEqual({ ok: true })
              demotedAt = clock
            })
          : null
      return Promise.all([granting, demoting]).then(([result]) => result)
    })
    const results = await Promise.all(grants)
    expect(demotedAt).toBeGreaterThanOrEqual(0)
    expect(order.filter(({ at }) => at >= demotedAt)).toEqual([])
    expect(await db().userRole.count({ where: { roleId } })).toBe(
      results.filter(({ ok }) => ok).length,
    )
    for (const result of results)
      if (!result.ok) expect(result.code).toBe('insufficient_permission')
  })

  it('that assign a role assign nothing if their actor is demoted first', async () => {
    const chief = await principalOf(await admin())
    const clerkId = (await insertUser()).id
    await insertRole('assigner', ['users:role:change', 'audit:list'], [clerkId])
    const clerk = await principalOf(clerkId)
    const roleId = await insertRole('reader', ['audit:list'])
    const targets = await twenty(async () => (await insertUser()).id)
    const { first, others } = await lineUp({
      hold: lockCatalog,
      first: () => demote(chief, clerkId),
      others: (n) => {
        const targetId = targets[n]!
        const audit = { action: 'user.roles_changed', targetId } satisfies AuditAttempt
        const act = { actor: clerk, permission: 'users:role:change', audit } as const
        return administer(testContext(), act, async (tx) => {
          await tx.userRole.create({ data: { userId: targetId, roleId } })
          return { ok: true }
        })
      },
    })
    expect([first.ok, won(others)]).toEqual([true, 0])
    expect(await db().userRole.count({ where: { roleId } })).toBe(0)
  })
})
