import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { liveHolderOf } from '@/tests/kit/administrators'
import { importRows } from '@/tests/kit/import-rows'
import { runDueJobs } from '@/tests/kit/jobs'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import {
  maintainImports,
  importInvitationsJob,
  userImportJob,
} from '@/lib/users/import/user-import.jobs'
import { getImport } from '@/lib/users/import/list-imports'
import { inviteImported } from '@/lib/users/import/invite-imported'

useTestDatabase()
const { mails, recipients, work: sendMails } = useMailQueue()
beforeAll(() => syncCatalog(new Date()))
beforeEach(() => db().userImportInvitations.deleteMany())

const fresh = () => `${newId()}@invited.example`
const HASH = `$2y$10$${'a'.repeat(53)}`
const queued = () => db().job.count({ where: { kind: 'mail' } })
const recordsOf = (targetId: string, action: string) =>
  db().auditRecord.findMany({ where: { targetId, action: `user_import.${action}` } })
const invitationsOf = (importId: string) =>
  db().userImportInvitations.findUnique({ where: { importId } })
const idOf = async (email: string) => (await db().user.findUniqueOrThrow({ where: { email } })).id

/** Processes invitations without sending them until nothing is left to do this minute. */
async function invite(seconds = 0): Promise<void> {
  for (let second = 1; second < 60; second++)
    await runDueJobs(
      [userImportJob, importInvitationsJob],
      addSeconds(new Date(), seconds + second),
    )
}
async function requested(
  actor: SessionPrincipal,
  rows: Record<string, unknown>[],
): Promise<string> {
  const { id } = await importRows(actor, rows)
  expect(await inviteImported(actor, id, ctx())).toMatchObject({ ok: true })
  return id
}

describe('inviting all users that an import created without a password', () => {
  it('emails each of them once, and no one who has a password or may not sign in, with one audit record', async () => {
    const actor = await liveHolderOf('users:activate')
    const [pending, active, gone] = [fresh(), fresh(), fresh()]
    const { id, without_password } = await importRows(actor, [
      { email: pending },
      { email: active, email_verified: true, locale: 'tr' },
      { email: fresh(), email_verified: true, password_hash: HASH },
      { email: fresh(), status: 'deactivated' },
      { email: gone },
    ])
    expect(without_password).toBe(3)
    await db().user.update({ where: { email: gone }, data: { status: 'deleted' } })
    const asked = await inviteImported(actor, id, ctx())
    expect(asked).toMatchObject({ import: { invitations: { status: 'running', invited: 0 } } })
    await invite()
    await sendMails(addSeconds(new Date(), 120))
    expect(recipients().sort()).toEqual([pending, active].sort())
    const textTo = (email: string) =>
      mails().find(({ envelope }) => envelope.to.includes(email))!.message.text!
    expect(textTo(pending)).toMatch(/\/auth\/invitation\?token=/)
    expect(textTo(active)).toMatch(/login\.example\/auth\/forgot-password\s/)
    expect(await getImport(actor, id, ctx())).toMatchObject({
      import: { invitations: { status: 'completed', invited: 2, stopped_because: null } },
    })
    const records = await recordsOf(id, 'invitations_requested')
    expect(records).toMatchObject([{ outcome: 'ok', actorId: actor.userId }])
    expect(records[0]!.details).toMatchObject({ without_password: 3 })
    expect(
      await db().auditRecord.count({ where: { targetId: id, action: { contains: 'invit' } } }),
    ).toBe(1)
  })

  it('changes nothing when requested again, and writes no second audit record', async () => {
    const actor = await liveHolderOf('users:activate')
    const id = await requested(actor, [{ email: fresh() }])
    await invite()
    await sendMails(addSeconds(new Date(), 120))
    expect(await inviteImported(actor, id, ctx())).toMatchObject({
      ok: true,
      import: { invitations: { status: 'completed', invited: 1 } },
    })
    await invite(120)
    expect(await queued()).toBe(0)
    expect(await recordsOf(id, 'invitations_requested')).toHaveLength(1)
  })

  it('adds invitations only while at most fifty emails are due, so that password resets are not delayed', async () => {
    const actor = await liveHolderOf('users:activate')
    const rows = Array.from({ length: 120 }, () => ({ email: fresh() }))
    const id = await requested(actor, rows)
    await invite()
    expect([await queued(), (await invitationsOf(id))!.invited]).toEqual([50, 50])
    while ((await sendMails(addSeconds(new Date(), 60))) > 0);
    await invite(60)
    expect([await queued(), (await invitationsOf(id))!.invited]).toEqual([50, 100])
    while ((await sendMails(addSeconds(new Date(), 120))) > 0);
    await invite(120)
    expect(await invitationsOf(id)).toMatchObject({ invited: 120, endedAt: expect.any(Date) })
    while ((await sendMails(addSeconds(new Date(), 180))) > 0);
    expect(recipients().sort()).toEqual(rows.map(({ email }) => email).sort())
  })

  it('skips users who sign in with a provider', async () => {
    const actor = await liveHolderOf('users:activate')
    const email = fresh()
    const { id } = await importRows(actor, [{ email, email_verified: true }])
    const identity = { provider: 'google', providerAccountId: newId(), userId: await idOf(email) }
    await db().account.create({
      data: { ...identity, linkedAt: new Date(), lastUsedAt: new Date() },
    })
    await inviteImported(actor, id, ctx())
    await invite()
    expect([await queued(), (await invitationsOf(id))!.invited]).toEqual([0, 0])
  })

  it('is resumed when its job was lost', async () => {
    const actor = await liveHolderOf('users:activate')
    const id = await requested(actor, [{ email: fresh() }])
    await db().job.deleteMany()
    await maintainImports.run(addSeconds(new Date(), 400))
    await invite(400)
    expect(await invitationsOf(id)).toMatchObject({ invited: 1, endedAt: expect.any(Date) })
  })

  it('does not prevent deleting the import after thirty days, and its users are kept', async () => {
    const actor = await liveHolderOf('users:activate')
    const email = fresh()
    const id = await requested(actor, [{ email }])
    await invite()
    await maintainImports.run(addSeconds(new Date(), 31 * 86_400))
    expect([await db().userImport.findUnique({ where: { id } }), await invitationsOf(id)]).toEqual([
      null,
      null,
    ])
    expect(await db().user.count({ where: { email } })).toBe(1)
  })
})

describe('inviting the users of an import', () => {
  it('is refused without users:activate, and for an import the actor cannot see', async () => {
    const { id } = await importRows(await liveHolderOf('users:activate'), [{ email: fresh() }])
    const viewer = await liveHolderOf('users:list')
    expect(await inviteImported(viewer, id, ctx())).toMatchObject({
      code: 'insufficient_permission',
    })
    const stranger = await liveHolderOf('users:activate')
    expect(await inviteImported(stranger, id, ctx())).toMatchObject({ code: 'not_found' })
    expect(await inviteImported(stranger, 'no id', ctx())).toMatchObject({ code: 'not_found' })
    expect([await invitationsOf(id), await db().job.count()]).toEqual([null, 0])
    expect(await recordsOf(id, 'invitations_requested')).toMatchObject([{ outcome: 'refused' }])
  })

  it('is refused for a dry run, an unfinished import, or one that created no users without a password', async () => {
    const actor = await liveHolderOf('users:activate')
    const dry = await importRows(actor, [{ email: fresh() }], true)
    const complete = await importRows(actor, [
      { email: fresh(), email_verified: true, password_hash: HASH },
    ])
    const running = await importRows(actor, [{ email: fresh() }])
    await db().userImport.update({ where: { id: running.id }, data: { status: 'running' } })
    for (const { id } of [dry, complete, running]) {
      expect(await inviteImported(actor, id, ctx())).toMatchObject({ ok: false, code: 'conflict' })
      expect(await invitationsOf(id)).toBeNull()
    }
    expect(await db().job.count()).toBe(0)
  })

  it('skips users with more permissions than the actor', async () => {
    const maker = await liveHolderOf('users:activate')
    const [plain, above] = [fresh(), fresh()]
    const { id } = await importRows(maker, [{ email: plain }, { email: above }])
    await insertRole(`role ${newId()}`, ['contacts:list'], [await idOf(above)])
    await inviteImported(maker, id, ctx())
    await invite()
    await sendMails(addSeconds(new Date(), 120))
    expect(recipients()).toEqual([plain])
  })

  it.each([
    [
      'is deactivated',
      (id: string) => db().user.update({ where: { id }, data: { status: 'deactivated' } }),
      'actor_not_active',
    ],
    [
      'loses the permission',
      (id: string) => db().userRole.deleteMany({ where: { userId: id } }),
      'permission_lost',
    ],
  ] as const)('stops when the actor %s', async (_, end, because) => {
    const actor = await liveHolderOf('users:activate')
    const id = await requested(actor, [{ email: fresh() }])
    await end(actor.userId)
    await invite()
    expect(await queued()).toBe(0)
    expect(await invitationsOf(id)).toMatchObject({ invited: 0, stoppedBecause: because })
    expect(await recordsOf(id, 'invitations_stopped')).toMatchObject([{ outcome: 'refused' }])
  })

  it('continues after a stop when another administrator requests it, and emails no one twice', async () => {
    const actor = await liveHolderOf('users:activate')
    const rows = Array.from({ length: 60 }, () => ({ email: fresh() }))
    const id = await requested(actor, rows)
    await invite()
    await db().user.update({ where: { id: actor.userId }, data: { status: 'deactivated' } })
    while ((await sendMails(addSeconds(new Date(), 60))) > 0);
    await invite(60)
    expect(await invitationsOf(id)).toMatchObject({
      invited: 50,
      stoppedBecause: 'actor_not_active',
    })
    const other = await liveHolderOf('users:activate', 'users:list')
    expect(await inviteImported(other, id, ctx())).toMatchObject({
      import: { invitations: { status: 'running', stopped_because: null, invited: 50 } },
    })
    await invite(120)
    while ((await sendMails(addSeconds(new Date(), 180))) > 0);
    expect(await invitationsOf(id)).toMatchObject({
      invited: 60,
      actorId: other.userId,
      endedAt: expect.any(Date),
    })
    expect(recipients().sort()).toEqual(rows.map(({ email }) => email).sort())
    expect(
      (await recordsOf(id, 'invitations_requested')).map(({ actorId }) => actorId).sort(),
    ).toEqual([actor.userId, other.userId].sort())
  })
})
