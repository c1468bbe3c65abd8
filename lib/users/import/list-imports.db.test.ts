import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { replaceRolesOf } from '@/lib/access/user-roles.store'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { db } from '@/lib/platform/db/database'
import { publish } from '@/lib/platform/bus/bus'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { liveHolderOf } from '@/tests/kit/administrators'
import { importRows } from '@/tests/kit/import-rows'
import { makeSession } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { exportRefusedRows, getImport, listImports } from '@/lib/users/import/list-imports'
import { runImport } from '@/lib/users/import/run-import'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const fresh = () => `${newId()}@import.example`
async function signedIn(principal: SessionPrincipal): Promise<SessionPrincipal> {
  return { ...principal, sessionId: (await makeSession(principal.userId, ctx())).sessionId }
}
async function textOf(chunks: AsyncGenerator<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

it('without users:list an actor sees neither imports of others nor addresses in their reports', async () => {
  const [owner, other, lister] = [
    await liveHolderOf('users:activate'),
    await liveHolderOf('users:activate'),
    await liveHolderOf('users:activate', 'users:list'),
  ]
  const { id } = await importRows(
    owner,
    [{ email: '=cmd|x@import.example' }, { email: fresh() }],
    true,
  )
  expect(await getImport(other, id, ctx())).toMatchObject({ ok: false, code: 'not_found' })
  expect(await runImport(other, id, ctx())).toMatchObject({ ok: false, code: 'not_found' })
  expect(await exportRefusedRows(other, { id, format: 'csv' }, ctx())).toMatchObject({
    ok: false,
    code: 'not_found',
  })
  expect(await getImport(lister, 'nonsense', ctx())).toMatchObject({ code: 'not_found' })
  const listed = await listImports(other, { limit: 50 })
  expect(listed).toEqual({ ok: true, imports: [], nextCursor: null })
  const file = await exportRefusedRows(await signedIn(lister), { id, format: 'csv' }, ctx())
  if (!file.ok) throw new Error(file.code)
  const text = await textOf(file.file.chunks)
  expect(text).toBe(
    '"row","email","column","value","code","detail"\r\n"1","\'=cmd|x@import.example","email","","invalid_email","Enter a valid email address. Before the @, only ASCII letters, digits, and . _ + - \' are allowed."\r\n',
  )
})

it('a dry run is imported and recorded under its own ID, even by its ID in capitals', async () => {
  const actor = await liveHolderOf('users:activate')
  const { id } = await importRows(actor, [{ email: fresh() }], true)
  expect(await runImport(actor, id.toUpperCase(), ctx())).toMatchObject({ import: { id } })
  const started = { action: 'user_import.started', actorId: actor.userId }
  const records = await db().auditRecord.findMany({ where: started })
  expect(records.map(({ targetId }) => targetId)).toEqual([id, id])
  expect(await db().job.findFirst({ where: { kind: 'user_import' } })).toMatchObject({
    payload: { import_id: id },
  })
})

it('the file of another user’s refused rows is truncated when the reader loses users:list', async () => {
  const owner = await liveHolderOf('users:activate')
  const reader = await signedIn(await liveHolderOf('users:activate', 'users:list'))
  const { id: importId } = await importRows(owner, [{ email: 'nobody' }])
  const refused = { importId, email: null, code: 'required', detail: '' }
  await db().userImportRow.createMany({
    data: Array.from({ length: 1000 }, (_, i) => ({ ...refused, row: i + 2 })),
  })
  const file = await exportRefusedRows(reader, { id: importId, format: 'csv' }, ctx())
  if (!file.ok) throw new Error(file.code)
  await file.file.chunks.next()
  const roleId = await insertRole(`role ${newId()}`, ['users:activate'])
  await inTransaction(async (tx) => {
    await replaceRolesOf(tx, reader.userId, [roleId])
    await publish(tx, { type: 'user.changed', userId: reader.userId })
  })
  await expect(file.file.chunks.next()).rejects.toThrow('session_revoked')
})

it('the file of refused rows is truncated when the session ends meanwhile', async () => {
  const actor = await signedIn(await liveHolderOf('users:activate'))
  const { id: importId } = await importRows(actor, [{ email: 'nobody' }])
  const refused = { importId, email: null, code: 'required', detail: '' }
  await db().userImportRow.createMany({
    data: Array.from({ length: 1000 }, (_, i) => ({ ...refused, row: i + 2 })),
  })
  const file = await exportRefusedRows(actor, { id: importId, format: 'csv' }, ctx())
  if (!file.ok) throw new Error(file.code)
  await file.file.chunks.next()
  const { userId } = actor
  await inTransaction((tx) => revokeSessionsOf(tx, { userId, reason: 'revoked_by_owner' }, ctx()))
  await expect(file.file.chunks.next()).rejects.toThrow('session_revoked')
})
