import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { liveHolderOf } from '@/tests/kit/administrators'
import { auditRecordsOf } from '@/tests/kit/audit-records'
import { startRows } from '@/tests/kit/import-rows'
import { runDueJobs } from '@/tests/kit/jobs'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { importBatch } from '@/lib/users/import/import-batch'
import { importInvitationsJob, userImportJob } from '@/lib/users/import/user-import.jobs'
import { cancelImport } from '@/lib/users/import/cancel-import'
import { runImport } from '@/lib/users/import/run-import'
import { startImport } from '@/lib/users/import/start-import'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const importOf = (id: string) => db().userImport.findUniqueOrThrow({ where: { id } })
const usersOf = (domain: string) =>
  db().user.count({ where: { email: { endsWith: `@${domain}` } } })
const rowsOf = (importId: string) => db().userImportRow.count({ where: { importId } })

/** An import of 250 rows with the first one refused, after one batch of a hundred. */
async function begun(actor: SessionPrincipal, dryRun = false) {
  const domain = `${newId()}.example`
  const lines = Array.from({ length: 249 }, (_, i) => `n${i}@${domain}`)
  const bytes = Buffer.from(`email\nnobody\n${lines.join('\n')}`)
  const result = await startImport(actor, { format: 'csv', bytes, dryRun }, ctx())
  if (!result.ok) throw new Error(result.code)
  await importBatch(result.import.id, new Date())
  return { id: result.import.id, domain }
}
const workOff = () => runDueJobs([userImportJob, importInvitationsJob], addSeconds(new Date(), 1))

describe('a canceled import', () => {
  it('stops: created users are kept and reported, no more are created, and the other rows are deleted', async () => {
    const actor = await liveHolderOf('users:activate')
    const { id, domain } = await begun(actor)
    expect(await cancelImport(actor, id.toUpperCase(), ctx())).toMatchObject({
      ok: true,
      import: {
        id,
        status: 'stopped',
        stopped_because: 'cancelled',
        processed: 100,
        created: 99,
        refused: 1,
      },
    })
    await workOff()
    expect(await importBatch(id, new Date())).toBe(false)
    expect(await importOf(id)).toMatchObject({
      status: 'stopped',
      processed: 100,
      created: 99,
      refused: 1,
    })
    expect((await importOf(id)).finishedAt).not.toBeNull()
    expect(await usersOf(domain)).toBe(99)
    // The report of the refused row.
    expect(await rowsOf(id)).toBe(1)
    expect(await auditRecordsOf(id)).toMatchObject([
      { action: 'user_import.started' },
      {
        action: 'user_import.cancelled',
        outcome: 'ok',
        actorId: actor.userId,
        details: { dry_run: false, total: 250, processed: 100, created: 99, refused: 1 },
      },
    ])
  })

  it('with many rows is cleared in short jobs, one after the other', async () => {
    const actor = await liveHolderOf('users:activate')
    const rows = Array.from({ length: 1200 }, (_, i) => ({ email: `n${i}@${newId()}.example` }))
    const { id } = await startRows(actor, rows)
    expect(await cancelImport(actor, id, ctx())).toMatchObject({ ok: true })
    await db()
      .$executeRaw`CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.6); RETURN NULL; END'`
    await db()
      .$executeRaw`CREATE TRIGGER dawdle BEFORE DELETE ON user_import_rows EXECUTE FUNCTION dawdle()`
    const left: number[] = []
    for (let seconds = 1; left.at(-1) !== 0 && seconds < 60; seconds += 10) {
      expect(await runDueJobs([userImportJob], addSeconds(new Date(), seconds))).toBe(1)
      left.push(await rowsOf(id))
    }
    await db().$executeRaw`DROP TRIGGER dawdle ON user_import_rows`
    expect(left).toEqual([700, 200, 0])
    expect(await runDueJobs([userImportJob], addSeconds(new Date(), 120))).toBe(0)
  })

  it('cannot be run if it was a dry run', async () => {
    const actor = await liveHolderOf('users:activate')
    const { id, domain } = await begun(actor, true)
    expect(await cancelImport(actor, id, ctx())).toMatchObject({ ok: true })
    await workOff()
    expect(await runImport(actor, id, ctx())).toMatchObject({ code: 'conflict' })
    expect(await usersOf(domain)).toBe(0)
  })

  it('frees its place for another one at once', async () => {
    const actor = await liveHolderOf('users:activate')
    const bytes = Buffer.from(`email\n${newId()}@room.example`)
    const start = () => startImport(actor, { format: 'csv', bytes, dryRun: true }, ctx())
    const first = await start()
    for (let i = 0; i < 2; i++) expect(await start()).toMatchObject({ ok: true })
    expect(await start()).toMatchObject({ code: 'conflict' })
    expect(await cancelImport(actor, first.ok ? first.import.id : '', ctx())).toMatchObject({
      ok: true,
    })
    expect(await start()).toMatchObject({ ok: true })
  })
})

describe('canceling an import', () => {
  it('that has ended changes nothing', async () => {
    const actor = await liveHolderOf('users:activate')
    const { id } = await begun(actor)
    while (await importBatch(id, new Date()));
    const before = await importOf(id)
    expect(before.status).toBe('completed')
    expect(await cancelImport(actor, id, ctx())).toMatchObject({ code: 'conflict' })
    expect(await importOf(id)).toEqual(before)
    expect((await auditRecordsOf(id)).at(-1)).toMatchObject({
      action: 'user_import.cancelled',
      outcome: 'refused',
      details: { reason: 'conflict' },
    })
  })

  it('needs access to the import and the permission', async () => {
    const owner = await liveHolderOf('users:activate')
    const { id } = await begun(owner)
    const [other, reader] = [await liveHolderOf('users:activate'), await liveHolderOf('users:list')]
    expect(await cancelImport(other, id, ctx())).toMatchObject({ code: 'not_found' })
    expect(await cancelImport(reader, id, ctx())).toMatchObject({ code: 'insufficient_permission' })
    expect(await cancelImport(owner, 'nonsense', ctx())).toMatchObject({ code: 'not_found' })
    expect(await importOf(id)).toMatchObject({ status: 'running', stoppedBecause: null })
    const lister = await liveHolderOf('users:activate', 'users:list')
    expect(await cancelImport(lister, id, ctx())).toMatchObject({ ok: true })
  })
})
