import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createTemplate } from '@/lib/messaging/notifications/templates'
import { setCode } from '@/lib/messaging/sms/phone.store'
import { disableWebhookRow } from '@/lib/messaging/webhooks/webhook.store'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
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
import { freshPhone } from '@/tests/kit/text-queue'
import { picture, receivedFile } from '@/tests/kit/upload-files'
import { makeWebhook } from '@/tests/kit/webhooks'
import { storage } from '@/lib/uploads/storage'
import { storeUpload } from '@/lib/uploads/store-upload'

const operations = await apiOperations()

useTestDatabase()
beforeAll(async () => {
  useSettings({ DATA_DIR: temporaryFolder(), WEBHOOKS_ALLOW_PRIVATE_TARGETS: 'true' })
  await syncCatalog(new Date())
})

/** An object, its version, who may write it, and how they change it. */
interface Made {
  id?: string
  as: string
  version: number
  change: { operationId: string; body: object }
}

const HOOK = 'https://127.0.0.1:1/hook'

async function webhook(): Promise<Made> {
  const { id, version } = await makeWebhook(HOOK)
  const { userId: as } = await holderOf('settings:manage')
  const change = { operationId: 'updateWebhook', body: { description: 'Mine' } }
  return { id, as, version, change }
}

async function template(): Promise<Made> {
  const actor = await liveHolderOf('notifications:send')
  const made = await createTemplate(actor, { ...WELCOME, name: newId() }, testContext())
  if (!made.ok) throw new Error(made.code)
  const { id, version } = made.template
  const change = { operationId: 'updateNotificationTemplate', body: { title: 'Mine' } }
  return { id, as: actor.userId, version, change }
}

async function contact(): Promise<Made> {
  const data = { id: newId(), name: 'Ada', email: 'a@x.org', subject: 'Hi', message: 'Hi' }
  const { id, version } = await db().contactMessage.create({
    data: { ...data, createdAt: new Date() },
  })
  const { userId: as } = await holderOf('contacts:list', 'contacts:delete')
  const change = { operationId: 'updateContactMessage', body: { status: 'archived' } }
  return { id, as, version, change }
}

async function account(): Promise<Made> {
  const { id } = await insertUser({ name: 'Ada' })
  const change = { operationId: 'updateProfile', body: { name: 'Mine' } }
  return { as: id, version: 1, change }
}

const CODE = '123456'

async function accountWithPhoneCode(): Promise<Made> {
  const made = await account()
  const sent = { body: { phone: freshPhone() }, ifMatch: `"${made.version}"` }
  const requested = await ask('requestPhoneChange', made, sent)
  expect(requested.status).toBe(202)
  const { as: userId } = made
  const { id } = await db().phoneConfirmation.findUniqueOrThrow({ where: { userId } })
  await setCode(db(), { userId, id, code: CODE, now: new Date() })
  return { ...made, version: versionOf(requested) }
}

async function accountWithPhone(): Promise<Made> {
  const made = await account()
  const data = { phone: freshPhone(), phoneVerifiedAt: new Date() }
  await db().user.update({ where: { id: made.as }, data })
  return made
}

async function accountWithPicture(): Promise<Made> {
  const made = await account()
  return { ...made, version: versionOf(await ask('setAvatar', made, { body: await ownPicture() })) }
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
      select: {
        id: true,
        name: true,
        avatarUploadId: true,
        phone: true,
        phoneVerifiedAt: true,
        status: true,
        version: true,
      },
    }),
    db().phoneConfirmation.findMany({ orderBy: { userId: 'asc' } }),
    db().upload.findMany({ where: { status: 'stored' }, orderBy: { id: 'asc' } }),
  ])

function pictureForm(content: BlobPart): FormData {
  const form = new FormData()
  form.append('file', new File([content], 'me.png', { type: 'image/png' }))
  return form
}

const ownPicture = async () => pictureForm(new Uint8Array(await picture(40, 40).png().toBuffer()))

type Body = (made: Made) => object | Promise<object>
type Query = Record<string, string>
const WRITES: [operationId: string, make: () => Promise<Made>, body?: Body, query?: Query][] = [
  ['updateWebhook', webhook, () => ({ description: 'Orders' })],
  ['deleteWebhook', webhook],
  ['rotateWebhookSecret', webhook, () => ({})],
  ['updateNotificationTemplate', template, () => ({ title: 'Hi' })],
  ['deleteNotificationTemplate', template],
  ['updateContactMessage', contact, () => ({ status: 'read' })],
  ['deleteContactMessage', contact],
  ['updateProfile', account, () => ({ name: 'Eve' })],
  ['updateProfile', account, () => ({ avatar_upload_id: null })],
  ['updateProfile', account, ownImage],
  ['setAvatar', account, ownPicture],
  ['removeAvatar', account],
  ['requestPhoneChange', account, () => ({ phone: freshPhone() })],
  ['requestPhoneChange', accountWithPhone, () => ({ phone: freshPhone() })],
  ['verifyPhone', accountWithPhoneCode, () => ({ code: CODE })],
  ['removePhone', accountWithPhone],
  ['removePhone', accountWithPhoneCode],
  ['deleteOwnAccount', account, () => ({})],
  ['deleteOwnAccount', account, () => ({}), { erase: 'true' }],
]

/** Changes an object that nothing else has changed. Returns its ETags before and after. */
async function changeOnce(made: Made): Promise<{ read: string; now: string }> {
  const { operationId, body } = made.change
  const read = `"${made.version}"`
  const changed = await ask(operationId, made, { body, ifMatch: read })
  const now = changed.headers.get('etag')
  expect(changed.status).toBe(200)
  expect(now).toMatch(/^"\d+"$/)
  expect(now).not.toBe(read)
  return { read, now: now! }
}

describe.each(WRITES)('%s', (operationId, make, body, query) => {
  it('changes nothing that has changed since it was read', async () => {
    const made = await make()
    const { read, now } = await changeOnce(made)
    const sent = { body: await body?.(made), query }
    const before = await written()
    const stale = await ask(operationId, made, { ...sent, ifMatch: read })
    expect([stale.status, await codeOf(stale)]).toEqual([412, 'precondition_failed'])
    expect(await written()).toEqual(before)
    const current = await ask(operationId, made, { ...sent, ifMatch: now })
    expect(current.ok).toBe(true)
  })
})

it.each([
  ['createWebhook', 'settings:manage', { url: HOOK, events: ['user.*'] }],
  ['createNotificationTemplate', 'notifications:send', { ...WELCOME, name: newId() }],
] as const)('%s returns the ETag of what it created', async (operationId, permission, body) => {
  const { userId: as } = await holderOf(permission)
  const created = await ask(operationId, { as }, { body })
  const { version } = (await created.json()) as { version: number }
  expect([created.status, created.headers.get('etag')]).toEqual([201, `"${version}"`])
})

it.each<[operationId: string, make: () => Promise<Made>, body?: () => object | Promise<object>]>([
  ['setAvatar', account, ownPicture],
  ['removeAvatar', accountWithPicture],
  ['requestPhoneChange', account, () => ({ phone: freshPhone() })],
  ['verifyPhone', accountWithPhoneCode, () => ({ code: CODE })],
  ['removePhone', accountWithPhone],
  ['removePhone', accountWithPhoneCode],
  ['rotateWebhookSecret', webhook, () => ({})],
])('%s returns the ETag that the next change accepts', async (operationId, make, body) => {
  const made = await make()
  const version = versionOf(await ask(operationId, made, { body: await body?.() }))
  expect(version).toBe(made.version + 1)
  await changeOnce({ ...made, version })
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
  expect(changed.headers.get('etag')).not.toBe(etag)
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

it.each<[string, () => Promise<{ operationId: string; made: Made; body: object }>]>([
  [
    'invalid fields beside a picture',
    async () => {
      const made = await account()
      const body = { ...(await ownImage(made)), fields: { none: 'x' } }
      return { operationId: 'updateProfile', made, body }
    },
  ],
  [
    'an upload whose file is gone',
    async () => {
      const made = await account()
      const body = await ownImage(made)
      const { storageKey } = await db().upload.findUniqueOrThrow({
        where: { id: body.avatar_upload_id },
      })
      await storage().remove(storageKey)
      return { operationId: 'updateProfile', made, body }
    },
  ],
  [
    'a broken picture',
    async () => {
      const made = await account()
      return { operationId: 'setAvatar', made, body: pictureForm('no picture') }
    },
  ],
])('an outdated request is refused as outdated, not because of %s', async (_, stage) => {
  const { operationId, made, body } = await stage()
  const { read, now } = await changeOnce(made)
  const stale = await ask(operationId, made, { body, ifMatch: read })
  expect([stale.status, await codeOf(stale)]).toEqual([412, 'precondition_failed'])
  const current = await ask(operationId, made, { body, ifMatch: now })
  expect([415, 422]).toContain(current.status)
})

it.each([
  ['this one', (id: string) => inTransaction((tx) => disableWebhookRow(tx, id, gone()))],
  [
    'an older one',
    (id: string) => db().$executeRaw`
      UPDATE webhook_endpoints SET disabled_at = now(), disabled_reason = 'gone' WHERE id = ${id}::uuid`,
  ],
])(
  'updateWebhook does not enable a webhook that an instance, %s, has disabled since it was read',
  async (_, disable) => {
    const made = await webhook()
    await disable(made.id!)
    const before = await written()
    const body = { enabled: true }
    const stale = await ask('updateWebhook', made, { body, ifMatch: `"${made.version}"` })
    expect([stale.status, await codeOf(stale)]).toEqual([412, 'precondition_failed'])
    expect(await written()).toEqual(before)
  },
)

const gone = () =>
  ({ reason: 'gone', url: HOOK, failingBefore: new Date(), now: new Date() }) as const

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
  { id, as }: Pick<Made, 'id' | 'as'>,
  sent: { body?: object; ifMatch?: string; query?: Query } = {},
) {
  const { body, ifMatch, query } = sent
  const operation = operations.find(
    ({ handler }) => handler.declaration.operationId === operationId,
  )!
  const headers: Record<string, string> = ifMatch ? { 'if-match': ifMatch } : {}
  return callOperation(operation, { as, body, query, headers, ...(id && { params: { id } }) })
}

const versionOf = (answer: Response) => Number(answer.headers.get('etag')?.slice(1, -1))
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code
