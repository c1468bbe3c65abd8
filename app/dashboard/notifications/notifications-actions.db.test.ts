import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST as preferencesAction } from '@/app/dashboard/account/notifications/action/route'
import { POST as batchAction } from '@/app/dashboard/notifications/[id]/action/route'
import { POST as composeAction } from '@/app/dashboard/notifications/new/action/route'
import { POST as templateAction } from '@/app/dashboard/notifications/templates/[id]/action/route'
import { POST as newTemplateAction } from '@/app/dashboard/notifications/templates/new/action/route'
import { settings } from '@/lib/config/settings'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { syncCatalog } from '@/lib/rbac/sync-catalog'
import { holderOf } from '@/lib/testing/administrators'
import { insertUser } from '@/lib/testing/insert-user'
import { makeSession } from '@/lib/testing/make-user'
import { testContext } from '@/lib/testing/test-context'
import { useTestDatabase } from '@/lib/testing/test-database'
import { useSettings } from '@/lib/testing/test-settings'
import type { ActionHandler } from '@/lib/web/define-action'
import { decodeFlash } from '@/lib/web/flash'
import { cookieHeaderWith } from '@/lib/web/session-cookies'

const PATH = '/dashboard/notifications'
const NEW = `${PATH}/new`
const HELLO = {
  intent: 'preview',
  audience: 'all',
  channel_inbox: 'true',
  title: 'Hello',
  body: 'x'.repeat(4000),
}
const GREETING = { intent: 'save', name: 'Greeting', title: 'Hello {{name}}', body: 'Hi', href: '' }
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

async function post(action: ActionHandler, page: string, fields: Record<string, string>, as = writer) {
  const session = await makeSession(as, testContext({ surface: 'web' }))
  const headers = {
    origin: settings().baseUrl,
    cookie: cookieHeaderWith(null, session),
    'x-gatehouse-page': page,
  }
  const body = new URLSearchParams(fields)
  const answer = await action(
    new Request('http://localhost:3000/x/action', { method: 'POST', body, headers }),
  )
  const cookie = answer.headers.getSetCookie().find((text) => /^(__Host-)?flash=/.test(text))
  const flash = decodeFlash(cookie?.split(';')[0]?.split('=')[1])
  return { status: answer.status, to: answer.headers.get('location'), flash }
}
const draftId = async () => (await db().notificationDraft.findFirstOrThrow()).id
const batches = () => db().notificationBatch.count()

describe('without JavaScript', () => {
  it('a long text is looked at, sent once, and its way leads to the batch', async () => {
    expect(await post(composeAction, NEW, HELLO)).toMatchObject({ status: 303, to: `${NEW}?step=review` })
    expect(await batches()).toBe(0)
    const send = { intent: 'send', draft_id: await draftId() }
    const sent = await post(composeAction, `${NEW}?step=review`, send)
    const { id } = await db().notificationBatch.findFirstOrThrow({ where: { body: HELLO.body } })
    expect(sent).toMatchObject({ to: `${PATH}/${id}`, flash: { notice: 'notification_sent' } })
    const again = await post(composeAction, `${NEW}?step=review`, send)
    expect(again).toMatchObject({ to: `${NEW}?step=review`, flash: { form: 'send', code: 'conflict' } })
    expect(await batches()).toBe(1)
    const cancelled = await post(batchAction, `${PATH}/${id}`, { intent: 'cancel' })
    expect(cancelled).toMatchObject({ to: `${PATH}/${id}`, flash: { notice: 'notification_cancelled' } })
  })

  it('what was refused is kept, and the fault told at its field', async () => {
    const refused = await post(composeAction, NEW, { ...HELLO, audience: 'role', role: 'nobodies' })
    expect(refused).toMatchObject({
      to: NEW,
      flash: { form: 'preview', errors: [{ pointer: '/role', code: 'unknown_role' }] },
    })
    expect(await db().notificationDraft.findFirst()).toMatchObject({ fields: { body: HELLO.body } })
    expect(await post(composeAction, NEW, { intent: 'discard' })).toMatchObject({
      to: NEW,
      flash: { notice: 'draft_discarded' },
    })
    expect(await db().notificationDraft.count()).toBe(0)
  })

  it('a template is made, changed and deleted; what is wrong with one comes back with what was typed', async () => {
    const fields = { ...GREETING, channel_email: 'true' }
    const made = await post(newTemplateAction, `${PATH}/templates/new`, fields)
    const { id } = await db().notificationTemplate.findFirstOrThrow({
      where: { channels: { equals: ['email'] } },
    })
    const page = `${PATH}/templates/${id}`
    expect(made).toMatchObject({ to: page, flash: { notice: 'template_created' } })
    const wrong = await post(templateAction, page, { ...fields, title: '{{friend}}' })
    expect(wrong.flash).toMatchObject({
      errors: [{ pointer: '/title', code: 'unknown_placeholder' }],
      values: { title: '{{friend}}', channel_email: 'true' },
    })
    expect(await post(templateAction, page, { ...fields, title: 'Hi' })).toMatchObject({
      flash: { notice: 'template_saved' },
    })
    expect(await db().notificationTemplate.findFirst()).toMatchObject({ title: 'Hi', href: null })
    expect(await post(templateAction, page, { intent: 'delete' })).toMatchObject({
      to: `${PATH}/templates`,
      flash: { notice: 'template_deleted', values: { name: 'Greeting' } },
    })
  })

  it('boxes that are not ticked turn announcements off', async () => {
    const { id } = await insertUser()
    await post(preferencesAction, '/dashboard/account/notifications', { inbox: 'true' }, id)
    expect(await db().notificationPreferences.findFirst()).toMatchObject({ inbox: true, email: false })
  })
})

describe('a forged form', () => {
  it.each([
    [composeAction, NEW, HELLO],
    [composeAction, NEW, { intent: 'send', draft_id: newId() }],
    [newTemplateAction, `${PATH}/templates/new`, { ...GREETING, channel_inbox: 'true' }],
    [batchAction, `${PATH}/${newId()}`, { intent: 'cancel' }],
  ])('of who lacks the permission does nothing', async (action, page, fields) => {
    const { id } = await insertUser()
    expect((await post(action, page, fields as Record<string, string>, id)).status).toBe(403)
    expect(await batches()).toBe(0)
    expect(await db().notificationDraft.count()).toBe(0)
    expect(await db().notificationTemplate.count()).toBe(0)
  })
})
