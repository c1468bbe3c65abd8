import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { listAuditRecords } from '@/lib/audit/list-audit-records'
import { nameAuditRecords } from '@/lib/audit/name-audit-records'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { loadSettings } from '@/lib/config/settings'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { insertRole } from '@/tests/kit/roles'
import { type AnyAuditRecord, storeAuditRecord } from '@/tests/kit/store-audit-record'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { picture, receivedFile } from '@/tests/kit/upload-files'
import { makeWebhook } from '@/tests/kit/webhooks'
import { setAvatar } from '@/lib/uploads/avatar'
import { insertImport } from '@/lib/users/import/user-import.store'

useTestDatabase()
beforeAll(async () => {
  loadSettings({
    AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters',
    DATA_DIR: temporaryFolder(),
    WEBHOOKS_ALLOW_PRIVATE_TARGETS: 'true',
  })
  await syncCatalog(new Date())
})

const reader = (...permissions: PermissionName[]) => ({ permissions: new Set<string>(permissions) })

/** Records one action and returns the name of its target. */
async function named(
  about: Partial<AnyAuditRecord>,
  as: ReturnType<typeof reader> = reader('audit:list', 'contacts:list'),
) {
  const action = `naming.${newId().replaceAll('-', '_')}`
  await storeAuditRecord(db(), testContext(), { action, outcome: 'ok', ...about })
  const listed = await listAuditRecords({ action }, { limit: 1 })
  if (!listed.ok) throw new Error(listed.code)
  const [record] = listed.records
  return (await nameAuditRecords(listed.records, as)).targetOf(record!)
}

it('names users by their address and roles by their name', async () => {
  const ada = await makeUser()
  const id = await insertRole('Support', [])
  expect(await named({ targetType: 'user', targetId: ada.id })).toEqual({
    name: ada.email,
    exists: true,
  })
  expect(await named({ targetType: 'role', targetId: id })).toEqual({
    name: 'Support',
    exists: true,
  })
})

it('names a user import by its file', async () => {
  const { id: actorId } = await makeUser()
  const file = { dryRun: false, format: 'csv', total: 1, actorId, request: {}, now: new Date() }
  for (const fileName of ['staff.csv', null]) {
    const id = newId()
    await insertImport(db(), { ...file, id, fileName })
    expect(await named({ targetType: 'user_import', targetId: id })).toEqual({
      name: fileName,
      exists: true,
    })
  }
})

it('names a session by its device, using only known words', async () => {
  const { id } = await makeUser()
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 <b>'
  const { sessionId } = await makeSession(id, testContext({ userAgent }))
  expect(await named({ targetType: 'session', targetId: sessionId })).toEqual({
    name: 'Firefox, Linux',
    exists: true,
  })
})

it('names a deleted target from the details of its record', async () => {
  const gone = { targetType: 'role', targetId: newId() }
  expect(await named({ ...gone, details: { before: { name: 'Editors' } } })).toEqual({
    name: 'Editors',
    exists: false,
  })
  expect(await named({ ...gone, details: { before: 'new', after: 'read' } })).toEqual({
    name: null,
    exists: false,
  })
  expect(await named({ targetType: 'user', details: { email: 'nobody@example.com' } })).toEqual({
    name: 'nobody@example.com',
    exists: false,
  })
})

it('names webhooks by their host, without a token in the URL', async () => {
  const webhook = await makeWebhook('https://127.0.0.1:8443/hooks/path-token?key=token')
  const target = { targetType: 'webhook', targetId: webhook.id }
  expect(await named(target)).toEqual({ name: '127.0.0.1:8443', exists: true })
  await db().webhookEndpoint.delete({ where: { id: webhook.id } })
  const origin = 'https://example.com'
  for (const details of [
    { origin },
    { before: { origin: 'https://example.net' }, after: { origin } },
  ])
    expect(await named({ ...target, details })).toEqual({ name: 'example.com', exists: false })
  expect(await named({ ...target, details: { origin: 'gone' } })).toEqual({
    name: null,
    exists: false,
  })
})

it('names contact messages only for viewers who may open them', async () => {
  const id = newId()
  const message = {
    name: 'Grace',
    email: 'grace@example.com',
    subject: 'Invoice',
    message: 'Hello',
  }
  await db().contactMessage.create({ data: { id, ...message, createdAt: new Date() } })
  const target = { targetType: 'contact', targetId: id }
  expect(await named(target)).toEqual({ name: 'Invoice', exists: true })
  expect(await named(target, reader('audit:list'))).toEqual({ name: null, exists: false })
})

it('treats malformed and unknown targets as plain text', async () => {
  for (const [targetType, targetId] of [
    ['role', 'not-an-id'],
    ['__proto__', newId()],
    ['thing', newId()],
  ])
    expect(await named({ targetType: targetType!, targetId: targetId! })).toEqual({
      name: null,
      exists: false,
    })
})

it('shows actors’ pictures only to viewers who may read users', async () => {
  const ada = await makeUser()
  const image = receivedFile(await picture().png().toBuffer(), 'image/png')
  expect(await setAvatar(image, await principalOf(ada.id), testContext())).toEqual({ ok: true })
  const action = `naming.${newId().replaceAll('-', '_')}`
  await storeAuditRecord(db(), testContext(), { action, outcome: 'ok', actorId: ada.id })
  const listed = await listAuditRecords({ action }, { limit: 1 })
  if (!listed.ok) throw new Error(listed.code)
  const avatarsFor = async (as: ReturnType<typeof reader>) =>
    (await nameAuditRecords(listed.records, as)).avatars
  expect([...(await avatarsFor(reader('audit:list')))]).toEqual([])
  const shown = await avatarsFor(reader('audit:list', 'users:read'))
  expect([...shown]).toEqual([[ada.id, expect.stringContaining(`/users/${ada.id}/avatar?`)]])
})
