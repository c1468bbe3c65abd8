import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { register } from '@/lib/identity/registration/register'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { isLongRun } from '@/tests/kit/long-run'
import { liveHolderOf } from '@/tests/kit/administrators'
import { twenty, won } from '@/tests/kit/at-once'
import { expireLeases, runDueJobs } from '@/tests/kit/jobs'
import { lockWaiters } from '@/tests/kit/lock-waiters'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { startWorker } from '@/tests/kit/start-worker'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { importBatch } from '@/lib/users/import/import-batch'
import { importInvitationsJob, userImportJob } from '@/lib/users/import/user-import.jobs'
import { cancelImport } from '@/lib/users/import/cancel-import'
import { runImport } from '@/lib/users/import/run-import'
import { startImport } from '@/lib/users/import/start-import'

// Some wait for the account while others hash, which takes long on a loaded machine.
useTestDatabase({ patience: 20 })
beforeAll(async () => {
  useSettings()
  usePatientHashing()
  await syncCatalog(new Date())
})

const importOf = (id: string) => db().userImport.findUniqueOrThrow({ where: { id } })

async function started(
  actor: SessionPrincipal,
  count: number,
  domain: string,
  dryRun = false,
): Promise<string> {
  const lines = Array.from({ length: count }, (_, i) => `n${i}@${domain}`)
  const bytes = Buffer.from(`email\n${lines.join('\n')}`)
  const result = await startImport(actor, { format: 'csv', bytes, dryRun }, ctx())
  if (!result.ok) throw new Error(result.code)
  return result.import.id
}

/** Expects every row to be one user with exactly one audit record. */
async function expectOnce(
  id: string,
  actor: SessionPrincipal,
  count: number,
  domain: string,
): Promise<void> {
  expect(await importOf(id)).toMatchObject({
    status: 'completed',
    total: count,
    processed: count,
    created: count,
    refused: 0,
  })
  expect(await db().user.count({ where: { email: { endsWith: `@${domain}` } } })).toBe(count)
  const records = { action: 'user.imported', actorId: actor.userId }
  expect(await db().auditRecord.count({ where: records })).toBe(count)
  const ends = await db().auditRecord.findMany({
    where: { targetId: id, action: 'user_import.finished' },
  })
  expect(ends.filter(({ details }) => !(details as { dry_run: boolean }).dry_run)).toHaveLength(1)
}

it('twenty concurrent workers create each user once', async () => {
  const actor = await liveHolderOf('users:activate')
  const domain = `${newId()}.example`
  const id = await started(actor, 1000, domain)
  await twenty(async () => {
    // A worker that times out on a lock gets an error and retries, like a job.
    for (;;) {
      const more = await importBatch(id, new Date()).catch(() => true)
      const { status } = await importOf(id)
      if (!more && status === 'completed') return
    }
  })
  await expectOnce(id, actor, 1000, domain)
})

it('of twenty concurrent attempts to import a dry run one succeeds', async () => {
  const actor = await liveHolderOf('users:activate')
  const domain = `${newId()}.example`
  const id = await started(actor, 5, domain, true)
  while (await importBatch(id, new Date()));
  const results = await twenty(() => runImport(actor, id, ctx()).catch(() => ({ ok: false })))
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  while (await importBatch(id, new Date()));
  await expectOnce(id, actor, 5, domain)
})

it('of twenty attempts to cancel an import while twenty workers run one succeeds and reports every created user', async () => {
  const actor = await liveHolderOf('users:activate')
  const domain = `${newId()}.example`
  const id = await started(actor, 4000, domain)
  await importBatch(id, new Date())
  const cancel = () => cancelImport(actor, id, ctx()).catch(() => ({ ok: false }))
  const work = async () => {
    while (await importBatch(id, new Date()).catch(() => true));
  }
  const workers = Array.from({ length: 20 }, work)
  const results = await twenty(cancel)
  // A caller that timed out on the lock tries again.
  while (!results.some(({ ok }) => ok) && (await importOf(id)).status === 'running')
    results.push(await cancel())
  await Promise.all(workers)
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  const { status, stoppedBecause, created, processed } = await importOf(id)
  expect([status, stoppedBecause, created]).toEqual(['stopped', 'cancelled', processed])
  expect(created).toBeLessThan(4000)
  expect(await db().user.count({ where: { email: { endsWith: `@${domain}` } } })).toBe(created)
  const audited = { targetId: id, action: 'user_import.cancelled', outcome: 'ok' }
  expect(await db().auditRecord.findMany({ where: audited })).toMatchObject([
    { details: { created, processed } },
  ])
})

it.each([
  ['registrations', { created: 3, refused: 17 }],
  ['an import', { created: 20, refused: 0 }],
])(
  'addresses of %s that came first belong to one account, and the import reports it',
  async (winner, counts) => {
    const actor = await liveHolderOf('users:activate')
    const domain = `${newId()}.example`
    const id = await started(actor, 20, domain)
    const enter = (n: number) =>
      register({ email: `n${n}@${domain}`, password: 'four unrelated words here' }, ctx())
    const { importing, registering } = await inTransaction(async (tx) => {
      // Both stop when they have created a user, to whom they give this role.
      await tx.$queryRaw`SELECT 1 FROM roles WHERE is_system AND name_key = 'user' FOR UPDATE`
      const importing = winner === 'an import' ? importBatch(id, new Date()) : null
      if (importing) await lockWaiters(1)
      const registering = Array.from({ length: 17 }, (_, n) => enter(n))
      await lockWaiters(importing ? 18 : 17)
      const second = importing ?? importBatch(id, new Date())
      await lockWaiters(18)
      return { importing: second, registering }
    })
    await importing
    expect(won(await Promise.all(registering))).toBe(17)
    expect(await importOf(id)).toMatchObject({ ...counts, processed: 20 })
    expect(await db().user.count({ where: { email: { endsWith: `@${domain}` } } })).toBe(20)
    const imported = { action: 'user.imported', actorId: actor.userId }
    expect(await db().auditRecord.count({ where: imported })).toBe(counts.created)
  },
)

it('an import whose worker is killed continues elsewhere and creates each user once', async () => {
  const actor = await liveHolderOf('users:activate')
  const domain = `${newId()}.example`
  const COUNT = isLongRun ? 3000 : 800
  const id = await started(actor, COUNT, domain)
  const worker = await startWorker('imports')
  await until('the import is under way', 60_000, async () => (await importOf(id)).processed >= 200)
  await worker.kill()
  await expireLeases()
  const { processed, status } = await importOf(id)
  expect([status, processed < COUNT]).toEqual(['running', true])
  // The last batch was done completely or not at all.
  expect(await db().user.count({ where: { email: { endsWith: `@${domain}` } } })).toBe(processed)

  // A job that fails because the machine is busy is retried later.
  for (let at = new Date(); ; at = addSeconds(at, 60)) {
    while ((await runDueJobs([userImportJob, importInvitationsJob], at)) > 0);
    if ((await importOf(id)).status !== 'running') break
  }
  await expectOnce(id, actor, COUNT, domain)
  expect(await db().userImportRow.count({ where: { importId: id } })).toBe(0)
}, 120_000)
