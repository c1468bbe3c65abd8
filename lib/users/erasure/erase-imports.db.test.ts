import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { eraseUser } from '@/lib/users/erasure/erase-user'
import { getImport, listImports } from '@/lib/users/import/list-imports'
import { runImport } from '@/lib/users/import/run-import'
import { eraseRowsNaming } from '@/lib/users/import/user-import-row.store'
import { maintainImports } from '@/lib/users/import/user-import.jobs'
import { insertAdministrator } from '@/tests/kit/administrators'
import { importRows, startRows, workImports } from '@/tests/kit/import-rows'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const administrator = async () => livePrincipalOf((await insertAdministrator()).id)
const people = (count: number) =>
  Array.from({ length: count }, () => ({ email: `${newId()}@import.example` }))
const erase = (actor: SessionPrincipal, { userId }: SessionPrincipal) =>
  eraseUser(actor, { userId }, ctx())
const rowsOf = (importId: string) => db().userImportRow.count({ where: { importId } })

describe('the imports of an erased user', () => {
  it('lose what names the user at once, and their rows in the background', async () => {
    const [actor, importer] = [await administrator(), await administrator()]
    const { id } = await importRows(importer, [...people(20), { email: 'nobody' }], true)
    expect(await erase(actor, importer)).toEqual({ ok: true })
    expect(await db().userImport.findUnique({ where: { id } })).toMatchObject({
      actorId: null,
      fileName: null,
      request: {},
    })
    expect(await rowsOf(id)).toBe(21)
    await maintainImports.run(new Date())
    expect(await rowsOf(id)).toBe(0)
    expect(await db().userImport.count({ where: { id } })).toBe(0)
  })

  it('are all deleted by one run, also if there are many', async () => {
    const [actor, importer] = [await administrator(), await administrator()]
    const { id } = await importRows(importer, people(1), true)
    const copied = await db().userImport.findUniqueOrThrow({ where: { id } })
    await db().userImport.createMany({
      data: Array.from({ length: 45 }, () => ({ ...copied, id: newId(), request: {} })),
    })
    const { fileName } = copied
    expect(await db().userImport.count({ where: { actorId: importer.userId, fileName } })).toBe(46)
    await erase(actor, importer)
    await maintainImports.run(new Date())
    expect(await db().userImport.count({ where: { updatedAt: new Date(0) } })).toBe(0)
  })

  it('lose the rows of another user who is erased before they are deleted', async () => {
    const [actor, importer] = [await administrator(), await administrator()]
    const [named, other] = people(2)
    const { id } = await importRows(importer, [named!, other!], true)
    await erase(actor, importer)
    await eraseRowsNaming(db(), { addresses: [named!.email], until: new Date() })
    const kept = await db().userImportRow.findMany({ where: { importId: id } })
    expect(kept.map(({ email }) => email)).toEqual([other!.email])
  })

  it('are neither shown nor imported anymore', async () => {
    const [actor, importer] = [await administrator(), await administrator()]
    const { id } = await importRows(importer, people(1), true)
    await erase(actor, importer)
    expect(await getImport(actor, id, ctx())).toMatchObject({ code: 'not_found' })
    expect(await runImport(actor, id, ctx())).toMatchObject({ code: 'not_found' })
    const listed = await listImports(actor, { limit: 100 })
    expect(listed.ok && listed.imports.map((one) => one.id)).not.toContain(id)
  })

  it('create no more users, also if they were in progress', async () => {
    const [actor, importer] = [await administrator(), await administrator()]
    const rows = people(3)
    const { id } = await startRows(importer, rows)
    await erase(actor, importer)
    await workImports()
    await maintainImports.run(new Date())
    const email = { in: rows.map((row) => row.email) }
    expect(await db().user.count({ where: { email } })).toBe(0)
    expect(await db().userImport.count({ where: { id } })).toBe(0)
  })

  it('do not lengthen the erasure: none of its statements concerns their rows', async () => {
    const [actor, importer] = [await administrator(), await administrator()]
    const { id } = await importRows(importer, people(2), true)
    await db().$executeRaw`
      CREATE FUNCTION refuse_rows() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''touched''; END'`
    await db().$executeRaw`
      CREATE TRIGGER refuse_rows BEFORE DELETE OR UPDATE ON user_import_rows FOR EACH ROW EXECUTE FUNCTION refuse_rows()`
    try {
      expect(await erase(actor, importer)).toEqual({ ok: true })
    } finally {
      await db().$executeRaw`DROP TRIGGER refuse_rows ON user_import_rows`
      await db().$executeRaw`DROP FUNCTION refuse_rows`
    }
    expect(await rowsOf(id)).toBe(2)
  })
})
