import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { insertAdministrator, liveHolderOf } from '@/tests/kit/administrators'
import { importRows, workImports } from '@/tests/kit/import-rows'
import { insertUser } from '@/tests/kit/insert-user'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { insertSession } from '@/tests/kit/sessions'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { maintainImports } from '@/lib/users/import/user-import.jobs'
import { getImport, listFirstRefused } from '@/lib/users/import/list-imports'
import { runImport } from '@/lib/users/import/run-import'
import { deleteSomeRows } from '@/lib/users/import/user-import-row.store'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const fresh = () => `${newId()}@import.example`
const userOf = (email: string) => db().user.findUnique({ where: { email } })
const rowsOf = (importId: string) => db().userImportRow.count({ where: { importId } })
const refusedOf = (id: string) => listFirstRefused(id, 100)

describe('a dry run', () => {
  it('validates every row and creates no users; it can then be imported without sending the file again', async () => {
    const actor = await liveHolderOf('users:activate')
    const email = fresh()
    const tried = await importRows(actor, [{ email, email_verified: true }], true)
    expect(tried).toMatchObject({ status: 'completed', dry_run: true, created: 1, refused: 0 })
    expect(tried.runnable_until).not.toBeNull()
    expect(await userOf(email)).toBeNull()
    expect(await runImport(actor, tried.id, ctx())).toMatchObject({
      ok: true,
      import: { status: 'queued', processed: 0 },
    })
    expect(await runImport(actor, tried.id, ctx())).toMatchObject({ ok: false, code: 'conflict' })
    await workImports()
    expect(await getImport(actor, tried.id, ctx())).toMatchObject({
      import: { status: 'completed', dry_run: false, created: 1 },
    })
    expect(await userOf(email)).toMatchObject({ status: 'active' })
    expect(await runImport(actor, tried.id, ctx())).toMatchObject({ ok: false, code: 'conflict' })
  })

  it('with refused rows is imported without them, and the report still lists them', async () => {
    const actor = await liveHolderOf('users:activate')
    const taken = (await insertUser()).email
    const email = fresh()
    const rows = [
      { email: taken },
      { email, status: 'deactivated' },
      { email: fresh(), locale: 'xx' },
    ]
    const tried = await importRows(actor, rows, true)
    expect(tried).toMatchObject({ created: 1, refused: 2 })
    const report = await refusedOf(tried.id)
    expect(report).toMatchObject([
      { row: 1, email: taken, column: 'email', value: null, code: 'email_taken' },
      { row: 3, column: 'locale', value: 'xx', code: 'not_supported' },
    ])
    expect(await runImport(actor, tried.id, ctx())).toMatchObject({ ok: true })
    await workImports()
    expect(await getImport(actor, tried.id, ctx())).toMatchObject({
      import: { status: 'completed', dry_run: false, processed: 3, created: 1, refused: 2 },
    })
    expect(await userOf(email)).toMatchObject({ status: 'deactivated' })
    expect(await refusedOf(tried.id)).toEqual(report)
    expect(await rowsOf(tried.id)).toBe(2)
  })

  it('that refused every row cannot be imported, and keeps only the reasons', async () => {
    const actor = await liveHolderOf('users:activate')
    const password_hash = 'hunter2'
    const tried = await importRows(actor, [{ email: fresh(), password_hash }], true)
    expect(tried).toMatchObject({ created: 0, refused: 1, runnable_until: null })
    expect(await runImport(actor, tried.id, ctx())).toMatchObject({ ok: false, code: 'conflict' })
    expect(await db().userImport.findUnique({ where: { id: tried.id } })).toMatchObject({
      dryRun: true,
    })
    expect(await db().userImportRow.findMany({ where: { importId: tried.id } })).toMatchObject([
      { row: 1, data: null, value: null },
    ])
  })

  it('counts what its accepted rows bring, and nothing of refused ones', async () => {
    const actor = await livePrincipalOf((await insertAdministrator()).id)
    const password_hash = await hashPassword(newId())
    const rows = [
      { email: fresh(), email_verified: true, password_hash, roles: ['user', 'admin'] },
      { email: fresh(), email_verified: true, roles: ['user'] },
      { email: fresh() },
      { email: (await insertUser()).email, email_verified: true, password_hash, roles: ['admin'] },
    ]
    const contents = { created: 3, verified: 2, with_password: 1, with_roles: 1 }
    const tried = await importRows(actor, rows, true)
    expect(tried).toMatchObject({ ...contents, uploaded_by: null })
    expect(await runImport(actor, tried.id, ctx())).toMatchObject({ import: { verified: 0 } })
    await workImports()
    expect(await getImport(actor, tried.id, ctx())).toMatchObject({
      import: { ...contents, uploaded_by: null },
    })
  })

  it('is kept for a day', async () => {
    const actor = await liveHolderOf('users:activate')
    const tried = await importRows(actor, [{ email: fresh() }], true)
    const later = addSeconds(new Date(), 86_500)
    const signedIn = { ...actor, sessionId: await insertSession(actor.userId, later) }
    expect(await runImport(signedIn, tried.id, ctx({ now: later }))).toMatchObject({
      ok: false,
      code: 'conflict',
    })
    await maintainImports.run(later)
    await workImports(later)
    expect(await rowsOf(tried.id)).toBe(0)
    await maintainImports.run(addSeconds(later, 31 * 86_400))
    expect(await db().userImport.findUnique({ where: { id: tried.id } })).toBeNull()
  })

  it('whose time is over is not imported by an instance whose clock is behind', async () => {
    const actor = await liveHolderOf('users:activate')
    const tried = await importRows(actor, [{ email: fresh() }], true)
    await maintainImports.run(addSeconds(new Date(), 86_500))
    expect(await runImport(actor, tried.id, ctx())).toMatchObject({ code: 'conflict' })
    await workImports(addSeconds(new Date(), 86_500))
    expect(await rowsOf(tried.id)).toBe(0)
  })

  it('keeps its rows if they are about to be deleted when it is imported', async () => {
    const actor = await liveHolderOf('users:activate')
    const tried = await importRows(actor, [{ email: fresh() }], true)
    expect(await runImport(actor, tried.id, ctx())).toMatchObject({ ok: true })
    expect(await deleteSomeRows(db(), tried.id, { waiting: true, limit: 10 })).toBe(0)
    await workImports()
    expect(await getImport(actor, tried.id, ctx())).toMatchObject({ import: { created: 1 } })
  })

  it('whose rows are gone is refused instead of completing without users', async () => {
    const actor = await liveHolderOf('users:activate')
    const tried = await importRows(actor, [{ email: fresh() }], true)
    await db().userImportRow.deleteMany({ where: { importId: tried.id } })
    expect(await runImport(actor, tried.id, ctx())).toMatchObject({ code: 'conflict' })
  })
})
