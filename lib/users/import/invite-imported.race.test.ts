import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { liveHolderOf } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import { importRows } from '@/tests/kit/import-rows'
import { expireLeases, runDueJobs } from '@/tests/kit/jobs'
import { startWorker } from '@/tests/kit/start-worker'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { importInvitationsJob, userImportJob } from '@/lib/users/import/user-import.jobs'
import { inviteBatch } from '@/lib/users/import/invite-batch'
import { inviteImported } from '@/lib/users/import/invite-imported'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const invitationsOf = (importId: string) =>
  db().userImportInvitations.findUniqueOrThrow({ where: { importId } })
const mailsTo = async () =>
  (await db().job.findMany({ where: { kind: 'mail' } })).map(
    ({ payload }) => (payload as { userId: string }).userId,
  )

async function importedPeople(count: number) {
  await db().job.deleteMany()
  const actor = await liveHolderOf('users:activate')
  const rows = Array.from({ length: count }, () => ({ email: `${newId()}@invited.example` }))
  const { id } = await importRows(actor, rows)
  const people = await db().user.findMany({ where: { importId: id }, select: { id: true } })
  expect(people).toHaveLength(count)
  return { actor, id, people: people.map((one) => one.id).sort() }
}
/** Simulates sent emails, so that the queue is never behind. */
const postponeMails = () =>
  db().job.updateMany({ where: { kind: 'mail' }, data: { runAt: addSeconds(new Date(), 86_400) } })

it('twenty concurrent requests to invite all users succeed, with one job and one audit record', async () => {
  const { actor, id } = await importedPeople(3)
  const results = await twenty(() => inviteImported(actor, id, ctx()))
  expect(results.map((result) => result.ok)).toEqual(results.map(() => true))
  const action = 'user_import.invitations_requested'
  expect(await db().auditRecord.count({ where: { targetId: id, action } })).toBe(1)
  expect(await db().job.count({ where: { kind: 'user_import_invitations' } })).toBe(1)
})

it('twenty concurrent workers queue one email per user', async () => {
  const { actor, id, people } = await importedPeople(200)
  await inviteImported(actor, id, ctx())
  while (!(await invitationsOf(id)).endedAt) {
    // A worker that times out on a lock gets an error and retries, like a job.
    await twenty(() => inviteBatch(id, new Date()).catch(() => true))
    await postponeMails()
  }
  expect((await mailsTo()).sort()).toEqual(people)
  expect(await invitationsOf(id)).toMatchObject({ invited: 200, stoppedBecause: null })
})

it('invitations whose worker is killed continue elsewhere, with one email per user', async () => {
  const { actor, id, people } = await importedPeople(300)
  const worker = await startWorker('imports')
  await inviteImported(actor, id, ctx())
  await until('some are invited', 60_000, async () => (await invitationsOf(id)).invited >= 50)
  await worker.kill()
  await expireLeases()
  const { invited, endedAt } = await invitationsOf(id)
  expect([invited < people.length, endedAt]).toEqual([true, null])
  // The last batch was done completely or not at all.
  expect(await mailsTo()).toHaveLength(invited)

  for (let at = new Date(); !(await invitationsOf(id)).endedAt; at = addSeconds(at, 2)) {
    await db().job.updateMany({ where: { kind: 'mail' }, data: { runAt: addSeconds(at, 86_400) } })
    await runDueJobs([userImportJob, importInvitationsJob], at)
  }
  expect((await mailsTo()).sort()).toEqual(people)
}, 120_000)
