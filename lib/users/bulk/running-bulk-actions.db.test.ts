import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { liveHolderOf, insertAdministrator } from '@/tests/kit/administrators'
import {
  bulkOf,
  drafted,
  reception,
  started,
  statusOf,
  usersOf,
  workOffBulks,
} from '@/tests/kit/bulk-actions'
import { insertUser } from '@/tests/kit/insert-user'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { maintainBulkActions } from '@/lib/users/bulk/bulk-action.jobs'
import { processBulkAction } from '@/lib/users/bulk/process-bulk-action'
import { cancelBulkAction, runBulkAction } from '@/lib/users/bulk/run-bulk-action'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const mails = () => db().job.count({ where: { kind: 'mail' } })
/** Returns true after that many users were processed. */
function after(users: number): () => Promise<boolean> {
  let done = 0
  return async () => done++ === users
}

describe('a bulk action in progress', () => {
  it.each([
    [
      'loses the permission',
      'permission_lost',
      (id: string) => db().userRole.deleteMany({ where: { userId: id } }),
    ],
    [
      'is deactivated',
      'actor_not_active',
      (id: string) => db().user.update({ where: { id }, data: { status: 'deactivated' } }),
    ],
  ])('stops when its creator %s', async (_, because, happen) => {
    const actor = await reception()
    const { id: userId } = await insertUser()
    const id = await started(actor, 'deactivate', [userId])
    await happen(actor.userId)
    await workOffBulks()
    expect(await bulkOf(id)).toMatchObject({
      status: 'stopped',
      stoppedBecause: because,
      changed: 0,
    })
    expect(await statusOf(userId)).toBe('active')
    const audited = { targetId: id, action: 'bulk_action.stopped' }
    expect(await db().auditRecord.findMany({ where: audited })).toMatchObject([
      { details: { reason: because } },
    ])
  })

  it('stops when the permission is removed midway, and keeps the changes already made', async () => {
    const actor = await reception()
    const userIds = [(await insertUser()).id, (await insertUser()).id, (await insertUser()).id]
    const id = await started(actor, 'deactivate', userIds)
    expect(await processBulkAction(id, new Date(), after(1))).toBe(true)
    await db().userRole.deleteMany({ where: { userId: actor.userId } })
    expect(await processBulkAction(id, new Date(), async () => false)).toBe(false)
    expect(await bulkOf(id)).toMatchObject({
      status: 'stopped',
      stoppedBecause: 'permission_lost',
      changed: 1,
    })
    expect(await Promise.all(userIds.map(statusOf))).toEqual(['deactivated', 'active', 'active'])
    const rows = await usersOf(id)
    expect(rows.map(({ outcome }) => outcome)).toEqual(['changed', null, null])
  })

  it('skips its creator and the last administrator', async () => {
    await db().user.updateMany({ data: { status: 'deactivated' } })
    const last = await insertAdministrator()
    const other = await insertAdministrator()
    const manager = await liveHolderOf(...permissionCatalog.map(({ name }) => name))
    const both = [other.id, last.id]
    const id = await started(manager, 'deactivate', [...both, manager.userId])
    await workOffBulks()
    expect(await bulkOf(id)).toMatchObject({ status: 'completed', changed: 1, refused: 2 })
    const codes = (await usersOf(id)).map(({ code }) => code)
    expect(codes).toEqual([null, 'last_admin', 'own_account'])
    expect(await Promise.all([...both, manager.userId].map(statusOf))).toEqual([
      'deactivated',
      'active',
      'active',
    ])
  })

  it('stops when the role it adds is deleted', async () => {
    const actor = await reception()
    const { id: userId } = await insertUser()
    const name = `gone ${newId()}`
    const role = await insertRole(name, [])
    const id = await started(actor, 'add_roles', [userId], [name])
    await db().role.delete({ where: { id: role } })
    await workOffBulks()
    expect(await bulkOf(id)).toMatchObject({ status: 'stopped', stoppedBecause: 'role_gone' })
    expect(await db().userRole.count({ where: { userId } })).toBe(0)
  })

  it('checks each user when processing them: one with more permissions by then is skipped', async () => {
    const actor = await reception()
    const [{ id: lucky }, { id: other }] = [await insertUser(), await insertUser()]
    const id = await started(actor, 'deactivate', [lucky, other])
    await insertRole(`promoted ${newId()}`, ['audit:list'], [lucky])
    await workOffBulks()
    expect(await bulkOf(id)).toMatchObject({ status: 'completed', changed: 1, refused: 1 })
    expect(await usersOf(id)).toMatchObject([
      { code: 'privilege_escalation' },
      { outcome: 'changed' },
    ])
    expect(await statusOf(lucky)).toBe('active')
  })

  it('can be canceled by anyone with the permission: no further user is processed, and changes already made are kept', async () => {
    const [actor, other] = [await reception(), await reception()]
    const { id: userId } = await insertUser()
    const id = await started(actor, 'deactivate', [userId])
    expect(await cancelBulkAction(await liveHolderOf('users:list'), id, ctx())).toMatchObject({
      code: 'insufficient_permission',
    })
    expect(await cancelBulkAction(other, id, ctx())).toMatchObject({
      bulk: { stoppedBecause: 'cancelled' },
    })
    await workOffBulks()
    expect(await statusOf(userId)).toBe('active')
    expect(await cancelBulkAction(actor, id, ctx())).toMatchObject({ code: 'conflict' })
  })

  it('counts toward a limit of three per actor', async () => {
    const actor = await reception()
    const { id: userId } = await insertUser()
    for (let n = 0; n < 3; n += 1) await started(actor, 'end_sessions', [userId])
    const { id } = await drafted(actor, 'end_sessions', { userIds: [userId] })
    expect(await runBulkAction(actor, id, ctx())).toMatchObject({ code: 'conflict' })
    await workOffBulks()
    expect(await runBulkAction(actor, id, ctx())).toMatchObject({ ok: true })
  })

  it.each(['resend_invitation', 'activate'] as const)(
    'of kind %s goes on only while at most fifty emails are due, so that password resets are not delayed',
    async (kind) => {
      const actor = await reception()
      const people = await Promise.all(
        Array.from({ length: 60 }, () => insertUser({ status: 'pending' })),
      )
      const ids = people.map(({ id }) => id)
      await db().user.updateMany({ where: { id: { in: ids } }, data: { invitedAt: new Date() } })
      await db().job.deleteMany({ where: { kind: 'mail' } })
      const at = new Date()
      await queueMail(db(), { mail: 'reset_password', email: people[0]!.email }, at)
      const id = await started(actor, kind, ids)
      await workOffBulks(addSeconds(at, 1))
      expect([await mails(), (await bulkOf(id)).changed]).toEqual([50, 49])
      await workOffBulks(addSeconds(at, 60))
      expect(await bulkOf(id)).toMatchObject({ status: 'running', changed: 49 })
      await db().job.deleteMany({ where: { kind: 'mail' } })
      await workOffBulks(addSeconds(at, 120))
      expect([await mails(), (await bulkOf(id)).status]).toEqual([11, 'completed'])
    },
  )

  it('does not wait for the mail queue when it sends no email', async () => {
    const actor = await reception()
    const { id: userId } = await insertUser()
    const id = await started(actor, 'deactivate', [userId])
    for (let n = 0; n < 50; n += 1)
      await queueMail(db(), { mail: 'reset_password', email: `waits-${n}@example.com` }, new Date())
    await workOffBulks()
    expect((await bulkOf(id)).status).toBe('completed')
    await db().job.deleteMany({ where: { kind: 'mail' } })
  })
})

describe('maintenance', () => {
  it('resumes bulk actions whose job was lost, and deletes drafts after an hour and reports after thirty days', async () => {
    const actor = await reception()
    const { id: userId } = await insertUser()
    const lost = await started(actor, 'deactivate', [userId])
    await db().job.deleteMany({ where: { kind: 'bulk_action' } })
    const draft = await drafted(actor, 'deactivate', { userIds: [userId] })
    // Its roles can be changed, but it can be run for an hour only.
    const updatedAt = addSeconds(new Date(), 1800)
    await db().bulkAction.update({ where: { id: draft.id }, data: { updatedAt } })
    const later = addSeconds(new Date(), 3601)
    await maintainBulkActions.run(later)
    await workOffBulks(later)
    expect((await bulkOf(lost)).status).toBe('completed')
    expect(await db().bulkAction.findUnique({ where: { id: draft.id } })).toBeNull()
    expect(await usersOf(draft.id)).toEqual([])
    await maintainBulkActions.run(addSeconds(later, 31 * 86_400))
    expect(await db().bulkAction.findUnique({ where: { id: lost } })).toBeNull()
  })
})
