import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveNotificationPreferences } from '@/app/dashboard/account/notifications/actions'
import { cancelBatch } from '@/app/dashboard/notifications/[id]/actions'
import {
  discardMessage,
  previewMessage,
  sendMessage,
} from '@/app/dashboard/notifications/new/actions'
import { removeTemplate, saveTemplate } from '@/app/dashboard/notifications/templates/[id]/actions'
import { addTemplate } from '@/app/dashboard/notifications/templates/new/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { submitAction } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import type { ActionState, FormAction } from '@/lib/web/action-state'
import { decodeNotice } from '@/lib/web/form-outcome'

const PATH = '/dashboard/notifications'
const NEW = `${PATH}/new`
const HELLO = {
  audience: 'all',
  channel_inbox: 'true',
  title: 'Hello',
  body: 'x'.repeat(4000),
}
const GREETING = { name: 'Greeting', title: 'Hello {{name}}', body: 'Hi', href: '' }
let writer: string

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  writer = (await holderOf('notifications:send')).userId
})
beforeEach(async () => {
  await db().notificationDraft.deleteMany()
  await db().notificationBatch.deleteMany()
  await db().notificationTemplate.deleteMany()
})

async function post(action: FormAction, page: string, fields: Record<string, string>, as = writer) {
  const session = await makeSession(as, testContext({ surface: 'web' }))
  const headers = { cookie: cookieHeaderWith(null, session) }
  const answer = await submitAction(action, { page, fields, headers })
  const cookie = answer.headers.getSetCookie().find((text) => /^(__Host-)?notice=/.test(text))
  const notice = decodeNotice(cookie?.split(';')[0]?.split('=')[1])
  const text = await answer.text()
  const state = text ? (JSON.parse(text) as ActionState) : null
  return { status: answer.status, to: answer.headers.get('location'), notice, state }
}
const draftId = async () => (await db().notificationDraft.findFirstOrThrow()).id
const batches = () => db().notificationBatch.count()

describe('without JavaScript', () => {
  it('reviews a long text, sends it once, and leads to the batch', async () => {
    expect(await post(previewMessage, NEW, HELLO)).toMatchObject({
      status: 303,
      to: `${NEW}?step=review`,
    })
    expect(await batches()).toBe(0)
    const send = { draft_id: await draftId() }
    const sent = await post(sendMessage, `${NEW}?step=review`, send)
    const { id } = await db().notificationBatch.findFirstOrThrow({ where: { body: HELLO.body } })
    expect(sent).toMatchObject({ to: `${PATH}/${id}`, notice: { notice: 'notification_sent' } })
    const again = await post(sendMessage, `${NEW}?step=review`, send)
    expect(again).toMatchObject({ status: 409, state: { code: 'conflict' } })
    expect(await batches()).toBe(1)
    const canceled = await post(cancelBatch, `${PATH}/${id}`, {})
    expect(canceled).toMatchObject({
      to: `${PATH}/${id}`,
      notice: { notice: 'notification_canceled' },
    })
  })

  it('keeps refused input, and reports the fault at its field', async () => {
    const refused = await post(previewMessage, NEW, {
      ...HELLO,
      audience: 'role',
      role: 'nobodies',
    })
    expect(refused).toMatchObject({ status: 422, state: { values: { body: HELLO.body } } })
    expect(Object.keys(refused.state!.errors)).toEqual(['role'])
    expect(await db().notificationDraft.findFirst()).toMatchObject({ fields: { body: HELLO.body } })
    expect(await post(discardMessage, NEW, {})).toMatchObject({
      to: NEW,
      notice: { notice: 'draft_discarded' },
    })
    expect(await db().notificationDraft.count()).toBe(0)
  })

  it('creates, changes and deletes a template, and returns the input with its faults', async () => {
    const fields = { ...GREETING, channel_email: 'true' }
    const made = await post(addTemplate, `${PATH}/templates/new`, fields)
    const { id } = await db().notificationTemplate.findFirstOrThrow({
      where: { channels: { equals: ['email'] } },
    })
    const page = `${PATH}/templates/${id}`
    expect(made).toMatchObject({ to: page, notice: { notice: 'template_created' } })
    const { version } = await db().notificationTemplate.findFirstOrThrow({ where: { id } })
    const shown = { ...fields, version: String(version) }
    const wrong = await post(saveTemplate, page, { ...shown, title: '{{friend}}' })
    expect(wrong).toMatchObject({
      status: 422,
      state: { values: { title: '{{friend}}', channel_email: 'true' } },
    })
    expect(Object.keys(wrong.state!.errors)).toEqual(['title'])
    expect(await post(saveTemplate, page, { ...shown, title: 'Hi' })).toMatchObject({
      notice: { notice: 'template_saved' },
    })
    expect(await db().notificationTemplate.findFirst()).toMatchObject({ title: 'Hi', href: null })
    // An outdated form does not undo that.
    for (const action of [saveTemplate, removeTemplate])
      expect(await post(action, page, shown)).toMatchObject({
        status: 412,
        state: { code: 'precondition_failed' },
      })
    const now = await db().notificationTemplate.findFirstOrThrow()
    expect(now).toMatchObject({ title: 'Hi' })
    expect(await post(removeTemplate, page, { version: String(now.version) })).toMatchObject({
      to: `${PATH}/templates`,
      notice: { notice: 'template_deleted', values: { name: 'Greeting' } },
    })
  })

  it('turns notifications off for unchecked boxes', async () => {
    const { id } = await insertUser()
    await post(
      saveNotificationPreferences,
      '/dashboard/account/notifications',
      { inbox: 'true' },
      id,
    )
    expect(await db().notificationPreferences.findFirst()).toMatchObject({
      inbox: true,
      email: false,
    })
  })
})

describe('a forged form', () => {
  it.each([
    [previewMessage, NEW, HELLO],
    [sendMessage, NEW, { draft_id: newId() }],
    [addTemplate, `${PATH}/templates/new`, { ...GREETING, channel_inbox: 'true' }],
    [cancelBatch, `${PATH}/${newId()}`, {}],
  ])('has no effect without the permission', async (action, page, fields) => {
    const { id } = await insertUser()
    expect((await post(action, page, fields as Record<string, string>, id)).status).toBe(403)
    expect(await batches()).toBe(0)
    expect(await db().notificationDraft.count()).toBe(0)
    expect(await db().notificationTemplate.count()).toBe(0)
  })
})
