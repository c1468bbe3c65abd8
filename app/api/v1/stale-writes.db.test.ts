import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createTemplate } from '@/lib/messaging/notifications/templates'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf, liveHolderOf } from '@/tests/kit/administrators'
import { apiOperations, callOperation } from '@/tests/kit/contract/declared-handlers'
import { insertUser } from '@/tests/kit/insert-user'
import { WELCOME } from '@/tests/kit/notifications'
import { principalOf } from '@/tests/kit/principal-of'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { picture, receivedFile } from '@/tests/kit/upload-files'
import { makeWebhook } from '@/tests/kit/webhooks'
import { storeUpload } from '@/lib/uploads/store-upload'

const operations = await apiOperations()

useTestDatabase()
beforeAll(async () => {
  useSettings({ DATA_DIR: temporaryFolder(), WEBHOOKS_ALLOW_PRIVATE_TARGETS: 'true' })
  await syncCatalog(new Date())
})

/** An object, its version, and who may write it. */
interface Made {
  id?: string
  as: string
  version: number
}

async function webhook(): Promise<Made> {
  const { id, version } = await makeWebhook('https://127.0.0.1:1/hook')
  return { id, as: (await holderOf('settings:manage')).userId, version }
}

async function template(): Promise<Made> {
  const actor = await liveHolderOf('notifications:send')
  const made = await createTemplate(actor, { ...WELCOME, name: newId() }, testContext())
  if (!made.ok) throw new Error(made.code)
  const { id, version } = made.template
  return { id, as: actor.userId, version }
}

async function contact(): Promise<Made> {
  const data = { id: newId(), name: 'Ada', email: 'a@x.org', subject: 'Hi', message: 'Hi' }
  const { id, version } = await db().contactMessage.create({
    data: { ...data, createdAt: new Date() },
  })
  const { userId: as } = await holderOf('contacts:list', 'contacts:delete')
  return { id, as, version }
}

async function account(): Promise<Made> {
  const { id } = await insertUser({ name: 'Ada' })
  return { as: id, version: 1 }
}

async function ownImage({ as }: Made) {
  const png = await picture(40, 40).png().toBuffer()
  const file = receivedFile(png, 'image/png', 'me.png')
  const wanted = { userId: (await principalOf(as)).userId, purpose: 'file' as const }
  const stored = await storeUpload(file, wanted, testContext())
  if (!stored.ok) throw new Error(stored.code)
  return { avatar_upload_id: stored.upload.id }
}

const written = () =>
  Promise.all([
    db().webhookEndpoint.findMany({ orderBy: { id: 'asc' } }),
    db().notificationTemplate.findMany({ orderBy: { id: 'asc' } }),
    db().contactMessage.findMany({ orderBy: { id: 'asc' } }),
    db().user.findMany({
      orderBy: { id: 'asc' },
      select: { id: true, name: true, avatarUploadId: true, version: true },
    }),
    db().upload.findMany({ where: { status: 'stored' }, orderBy: { id: 'asc' } }),
  ])

type Body = (made: Made) => object | Promise<object>
const WRITES: [operationId: string, make: () => Promise<Made>, body?: Body][] = [
  ['updateWebhook', webhook, () => ({ description: 'Orders' })],
  ['deleteWebhook', webhook],
  ['updateNotificationTemplate', template, () => ({ title: 'Hi' })],
  ['deleteNotificationTemplate', template],
  ['updateContactMessage', contact, () => ({ status: 'read' })],
  ['deleteContactMessage', contact],
  ['updateProfile', account, () => ({ name: 'Eve' })],
  ['updateProfile', account, () => ({ avatar_upload_id: null })],
  ['updateProfile', account, ownImage],
]

describe.each(WRITES)('%s', (operationId, make, body) => {
  it('changes nothing that has changed since it was read', async () => {
    const made = await make()
    const sent = await body?.(made)
    const before = await written()
    const stale = await ask(operationId, made, { body: sent, ifMatch: `"${made.version + 1}"` })
    expect([stale.status, await codeOf(stale)]).toEqual([412, 'precondition_failed'])
    expect(await written()).toEqual(before)
    const current = await ask(operationId, made, { body: sent, ifMatch: `"${made.version}"` })
    expect(current.ok).toBe(true)
  })
})

it.each([
  ['getWebhook', 'updateWebhook', webhook, { description: 'Orders' }],
  ['getNotificationTemplate', 'updateNotificationTemplate', template, { title: 'Hi' }],
  ['getProfile', 'updateProfile', account, { name: 'Eve' }],
] as const)('%s returns the ETag that %s accepts', async (get, change, make, body) => {
  const made = await make()
  const etag = (await ask(get, made)).headers.get('etag')!
  expect(etag).toBe(`"${made.version}"`)
  const changed = await ask(change, made, { body, ifMatch: etag })
  expect(changed.status).toBe(200)
  expect((await ask(get, made)).headers.get('etag')).toBe(changed.headers.get('etag'))
})

// An instance of the previous version doesn't know the column `version`.
it.each<[string, () => Promise<Made>, object, (id: string) => Promise<unknown>]>([
  [
    'updateWebhook',
    webhook,
    { description: 'Orders' },
    (id) => db().$executeRaw`
      UPDATE webhook_endpoints SET description = 'Mine', updated_at = updated_at WHERE id = ${id}::uuid`,
  ],
  [
    'updateNotificationTemplate',
    template,
    { title: 'Hi' },
    (id) => db().$executeRaw`
      UPDATE notification_templates SET title = 'Mine', updated_at = updated_at WHERE id = ${id}::uuid`,
  ],
  [
    'updateContactMessage',
    contact,
    { status: 'archived' },
    (id) => db().$executeRaw`
      UPDATE contact_messages SET status = 'read', handled_at = created_at WHERE id = ${id}::uuid`,
  ],
])(
  '%s notices what an older instance wrote in the same millisecond',
  async (operationId, make, body, writeElsewhere) => {
    const made = await make()
    await writeElsewhere(made.id!)
    const before = await written()
    const stale = await ask(operationId, made, { body, ifMatch: `"${made.version}"` })
    expect([stale.status, await codeOf(stale)]).toEqual([412, 'precondition_failed'])
    expect(await written()).toEqual(before)
  },
)

it('updateWebhook is not refused because the service has written the webhook meanwhile', async () => {
  const made = await webhook()
  await db().$executeRaw`
    UPDATE webhook_endpoints SET failing_since = now(), previous_secret = NULL WHERE id = ${made.id!}::uuid`
  const body = { description: 'Orders' }
  const current = await ask('updateWebhook', made, { body, ifMatch: `"${made.version}"` })
  expect(current.status).toBe(200)
})

function ask(
  operationId: string,
  { id, as }: Made,
  sent: { body?: object; ifMatch?: string } = {},
) {
  const { body, ifMatch } = sent
  const operation = operations.find(
    ({ handler }) => handler.declaration.operationId === operationId,
  )!
  const headers: Record<string, string> = ifMatch ? { 'if-match': ifMatch } : {}
  return callOperation(operation, { as, body, headers, ...(id && { params: { id } }) })
}

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code
