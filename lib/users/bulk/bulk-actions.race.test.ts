import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { lockCatalog } from '@/lib/access/catalog.store'
import { countActiveAdmins } from '@/lib/access/grants.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { liveHolderOf, insertAdministrator } from '@/tests/kit/administrators'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { expireLeases, runDueJobs } from '@/tests/kit/jobs'
import { isLongRun } from '@/tests/kit/long-run'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { startWorker } from '@/tests/kit/start-worker'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { draftBulkAction } from '@/lib/users/bulk/draft-bulk-action'
import { bulkActionJob } from '@/lib/users/bulk/bulk-action.jobs'
import { processBulkAction } from '@/lib/users/bulk/process-bulk-action'
import { deleteSomeOld } from '@/lib/users/bulk/bulk-action.store'
import { cancelBulkAction, runBulkAction, startBulkAction } from '@/lib/users/bulk/run-bulk-action'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const bulkOf = (id: string) => db().bulkAction.findUniqueOrThrow({ where: { id } })
const reception = () => liveHolderOf('users:list', 'users:activate')
const work = (id: string) => processBulkAction(id, new Date(), async () => false)

async function drafted(actor: SessionPrincipal, count: number, domain: string): Promise<string> {
  await db().$executeRaw`INSERT INTO users (id, email, status)
    SELECT gen_random_uuid(), 'n' || n || '@' || ${domain}, 'active' FROM generate_series(1, ${count}::int) n`
  const users = await db().user.findMany({
    where: { email: { endsWith: `@${domain}` } },
    select: { id: true },
  })
  const selection = { userIds: users.map(({ id }) => id) }
  const result = await draftBulkAction(actor, { kind: 'deactivate', selection, roles: [] }, ctx())
  if (!result.ok) throw new Error(result.code)
  return result.bulk.id
}

async function started(actor: SessionPrincipal, count: number, domain: string): Promise<string> {
  const id = await drafted(actor, count, domain)
  expect(await runBulkAction(actor, id, ctx())).toMatchObject({ ok: true })
  return id
}

/** Expects every user to be deactivated with exactly one audit record, and the counts to match. */
async function expectOnce(
  id: string,
  actor: SessionPrincipal,
  count: number,
  domain: string,
): Promise<void> {
  expect(await bulkOf(id)).toMatchObject({ changed: count, unchanged: 0, refused: 0 })
  const deactivated = { email: { endsWith: `@${domain}` }, status: 'deactivated' as const }
  expect(await db().user.count({ where: deactivated })).toBe(count)
  const records = { action: 'user.deactivated', actorId: actor.userId }
  expect(await db().auditRecord.count({ where: records })).toBe(count)
}

it('twenty concurrent workers process each user once', async () => {
  const actor = await reception()
  const domain = `${newId()}.example`
  const id = await started(actor, 20, domain)
  await twenty(async () => {
    // A worker that times out on a lock gets an error and retries, like a job.
    while ((await bulkOf(id)).status !== 'completed') await work(id).catch(() => true)
  })
  await expectOnce(id, actor, 20, domain)
  const ends = { targetId: id, action: 'bulk_action.finished' }
  expect(await db().auditRecord.count({ where: ends })).toBe(1)
}, 90_000)

it('of twenty concurrent attempts to run a draft one succeeds', async () => {
  const actor = await reception()
  const domain = `${newId()}.example`
  const id = await drafted(actor, 3, domain)
  const results = await twenty(() => runBulkAction(actor, id, ctx()).catch(() => ({ ok: false })))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  await work(id)
  await expectOnce(id, actor, 3, domain)
})

it('of twenty drafts of one actor five remain', async () => {
  const actor = await reception()
  const { id: userId } = await insertUser()
  const request = { kind: 'deactivate', selection: { userIds: [userId] }, roles: [] } as const
  const made = await twenty(() => draftBulkAction(actor, request, ctx()))
  expect(made.every(({ ok }) => ok)).toBe(true)
  expect(await db().bulkAction.count({ where: { actorId: actor.userId } })).toBe(5)
})

it('an action started just as its preview expires is kept', async () => {
  const actor = await reception()
  const { id: userId } = await insertUser()
  const request = { kind: 'deactivate', selection: { userIds: [userId] }, roles: [] } as const
  const drafted = await draftBulkAction(actor, request, ctx())
  const { id } = drafted.ok ? drafted.bulk : expect.fail()
  const draftedBefore = addSeconds(new Date(), 60)
  await inTransaction(async (tx) => {
    await tx.bulkAction.update({ where: { id }, data: { status: 'queued' } })
    await deleteSomeOld(db(), { draftedBefore, endedBefore: new Date(0), limit: 100 })
  })
  expect(await db().bulkAction.count({ where: { id, status: 'queued' } })).toBe(1)
})

it('of twenty actions that one actor starts at once three run, and previews stay', async () => {
  const actor = await reception()
  const { id: userId } = await insertUser()
  const request = { kind: 'deactivate', selection: { userIds: [userId] }, roles: [] } as const
  for (let n = 0; n < 5; n += 1) await draftBulkAction(actor, request, ctx())
  const results = await twenty(() => startBulkAction(actor, request, ctx()))
  const codes = results.flatMap((result) => (result.ok ? [] : [result.code]))
  expect(codes).toEqual(Array<string>(17).fill('conflict'))
  const stored = await db().bulkAction.groupBy({
    by: ['status'],
    where: { actorId: actor.userId },
    _count: true,
    orderBy: { status: 'asc' },
  })
  expect(stored.map(({ status, _count: count }) => [status, count])).toEqual([
    ['draft', 5],
    ['queued', 3],
  ])
})

it('of twenty attempts to cancel while five workers run one succeeds, and no further user is processed', async () => {
  const actor = await reception()
  const domain = `${newId()}.example`
  const id = await started(actor, 100, domain)
  const workers = Array.from({ length: 5 }, async () => {
    while ((await bulkOf(id)).status !== 'stopped') await work(id).catch(() => true)
  })
  await until('a user was processed', 20_000, async () => (await bulkOf(id)).changed > 0)
  const cancel = () => cancelBulkAction(actor, id, ctx()).catch(() => ({ ok: false }))
  const results = await twenty(cancel)
  // A caller that timed out on the lock tries again.
  while (!results.some(({ ok }) => ok)) results.push(await cancel())
  await Promise.all(workers)
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  const { changed } = await bulkOf(id)
  expect(changed).toBeLessThan(100)
  await expectOnce(id, actor, changed, domain)
  const audited = { targetId: id, action: 'bulk_action.cancelled', outcome: 'ok' }
  expect(await db().auditRecord.findMany({ where: audited })).toMatchObject([
    { details: { changed } },
  ])
}, 90_000)

it('two administrators who deactivate all administrators at once leave one active', async () => {
  await db().user.updateMany({ data: { status: 'deactivated' } })
  const ids = [(await insertAdministrator()).id, (await insertAdministrator()).id]
  const actors = await Promise.all(ids.map(livePrincipalOf))
  const bulks = await Promise.all(
    actors.map(async (actor) => {
      const asked = { kind: 'deactivate', selection: { userIds: ids }, roles: [] } as const
      const result = await draftBulkAction(actor, asked, ctx())
      if (!result.ok) throw new Error(result.code)
      return result.bulk.id
    }),
  )
  await Promise.all(bulks.map((id, i) => runBulkAction(actors[i]!, id, ctx())))
  await twenty((i) => work(bulks[i % 2]!).catch(() => true))
  expect(await countActiveAdmins(db())).toBe(1)
})

it('a bulk action whose worker is killed continues elsewhere and processes each user once', async () => {
  const actor = await reception()
  const domain = `${newId()}.example`
  const COUNT = isLongRun ? 300 : 100
  const id = await started(actor, COUNT, domain)
  const worker = await startWorker('bulk actions')
  await until('it is under way', 60_000, async () => (await bulkOf(id)).changed >= 20)
  await worker.kill()
  await expireLeases()
  const { changed, status } = await bulkOf(id)
  expect([status, changed < COUNT]).toEqual(['running', true])
  // The last user was processed completely or not at all.
  await expectOnce(id, actor, changed, domain)

  // A job that fails because the machine is busy is retried later.
  for (let at = new Date(); ; at = addSeconds(at, 60)) {
    while ((await runDueJobs([bulkActionJob], at)) > 0);
    if ((await bulkOf(id)).status !== 'running') break
  }
  expect((await bulkOf(id)).status).toBe('completed')
  await expectOnce(id, actor, COUNT, domain)
}, 120_000)

it('does not start with roles that were chosen after the caller saw others', async () => {
  const actor = await liveHolderOf('users:list', 'users:role:change')
  const [first, second] = [await insertRole(newId(), [], []), await insertRole(newId(), [], [])]
  const selection = { userIds: [(await insertUser()).id] }
  const draft = await draftBulkAction(actor, { kind: 'add_roles', selection, roles: [] }, ctx())
  if (!draft.ok) throw new Error(draft.code)
  const { id } = draft.bulk
  const choose = (roleId: string) =>
    db().bulkAction.update({ where: { id }, data: { roleIds: [roleId], roleNames: ['x'] } })
  await choose(first)
  let run: ReturnType<typeof runBulkAction> | undefined
  await inTransaction(async (tx) => {
    await lockCatalog(tx)
    run = runBulkAction(actor, id, ctx())
    await until('it waits for the lock', 5000, async () => {
      const waiting = await db().$queryRaw<unknown[]>`
        SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE NOT l.granted AND d.datname = current_database()`
      return waiting.length > 0
    })
    await choose(second)
  })
  expect(await run).toMatchObject({ ok: false, code: 'conflict' })
  expect(await bulkOf(id)).toMatchObject({ status: 'draft', roleIds: [second] })
})
