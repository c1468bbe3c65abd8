import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as actions from '@/app/dashboard/webhooks/[id]/actions'
import { addWebhook } from '@/app/dashboard/webhooks/new/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { cookieHeaderWith } from '@/lib/http/session-cookies'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { makeSession } from '@/tests/kit/make-user'
import { submitAction, type SubmittedFields } from '@/tests/kit/submit-action'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { forgetWebhooks, makeWebhook } from '@/tests/kit/webhooks'
import type { ActionState, FormAction } from '@/lib/web/action-state'
import { decodeNotice } from '@/lib/web/form-outcome'
import { readOneTimeCookie } from '@/lib/web/one-time-cookie'

const URL = 'http://127.0.0.1:1/hook'
const OTHERS = permissionCatalog
  .map(({ name }) => name)
  .filter((name) => name !== 'settings:manage')
let manager: string

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  manager = (await holderOf('settings:manage')).userId
})
beforeEach(forgetWebhooks)

async function post(action: FormAction, page: string, fields: SubmittedFields, as = manager) {
  const session = await makeSession(as, testContext({ surface: 'web' }))
  const headers = { cookie: cookieHeaderWith(null, session) }
  const answer = await submitAction(action, { page, fields, headers })
  const cookies = answer.headers.getSetCookie().map((text) => text.split(';')[0]!)
  const notice = cookies.find((text) => /^(__Host-)?notice=/.test(text))
  const text = await answer.text()
  return {
    status: answer.status,
    to: answer.headers.get('location'),
    notice: decodeNotice(notice?.slice(notice.indexOf('=') + 1)),
    shown: readOneTimeCookie(
      cookies.join('; '),
      { userId: as, sessionId: session.sessionId },
      new Date(),
    ),
    state: text ? (JSON.parse(text) as ActionState) : null,
  }
}
const edit = (
  id: string,
  action: keyof typeof actions,
  fields: SubmittedFields = {},
  as?: string,
) => post(actions[action], `/dashboard/webhooks/${id}`, fields, as)
const versionOf = async (id: string) => {
  const { version } = await db().webhookEndpoint.findUniqueOrThrow({ where: { id } })
  return String(version)
}
/** Posts one of the forms that have no other field. */
const press = async (id: string, action: keyof typeof actions) =>
  edit(id, action, { version: await versionOf(id) })
const FORM = { url: URL, description: '', events: ['user.*'] }

describe('the form of a webhook', () => {
  it('creates one, and shows its secret to this session only', async () => {
    const made = await post(addWebhook, '/dashboard/webhooks/new', FORM)
    const row = await db().webhookEndpoint.findFirstOrThrow()
    expect(row).toMatchObject({ url: URL, description: null, events: ['user.*'] })
    expect(made).toMatchObject({
      status: 303,
      to: `/dashboard/webhooks/${row.id}`,
      notice: { notice: 'webhook_created' },
      shown: {
        kind: 'webhook_secret',
        webhookId: row.id,
        secret: expect.stringMatching(/^whsec_/),
      },
    })
  })

  it('keeps what was entered, with the error beside its field, and stores nothing', async () => {
    const { status, state } = await post(addWebhook, '/dashboard/webhooks/new', {
      ...FORM,
      url: 'ftp://example.org',
      events: ['user.*', 'user.password_changed'],
    })
    expect(status).toBe(422)
    expect(state?.errors).toHaveProperty('url')
    expect(state).toMatchObject({
      values: { url: 'ftp://example.org' },
      lists: { events: ['user.*', 'user.password_changed'] },
    })
    const none = await post(addWebhook, '/dashboard/webhooks/new', { ...FORM, events: [] })
    expect(none.state?.errors).toHaveProperty('events')
    expect(await db().webhookEndpoint.count()).toBe(0)
  })
})

describe('the page of a webhook', () => {
  it('changes, disables, enables, tests and deletes it', async () => {
    const { id } = await makeWebhook(URL)
    const now = () => db().webhookEndpoint.findUnique({ where: { id } })
    const fields = { ...FORM, version: await versionOf(id), description: ' Orders ' }
    expect(await edit(id, 'saveWebhook', fields)).toMatchObject({
      notice: { notice: 'webhook_saved' },
    })
    expect(await now()).toMatchObject({ description: 'Orders' })
    expect(await press(id, 'disableWebhook')).toMatchObject({
      notice: { notice: 'webhook_disabled' },
    })
    expect(await now()).toMatchObject({ disabledReason: 'manual' })
    expect(await edit(id, 'testWebhook')).toMatchObject({ notice: { code: 'conflict' } })
    await press(id, 'enableWebhook')
    expect(await edit(id, 'testWebhook')).toMatchObject({
      notice: { notice: 'webhook_tested' },
    })
    expect(await db().webhookDelivery.count()).toBe(1)
    expect(await press(id, 'removeWebhook')).toMatchObject({ to: '/dashboard/webhooks' })
    expect(await now()).toBeNull()
  })

  it('does not undo the change of another administrator that it does not show', async () => {
    const { id } = await makeWebhook(URL)
    const version = await versionOf(id)
    await edit(id, 'saveWebhook', { ...FORM, version, events: ['user.*', 'payment.*'] })
    const before = await db().webhookEndpoint.findMany()
    const stale = await edit(id, 'saveWebhook', { ...FORM, version })
    expect(stale).toMatchObject({ status: 412, state: { code: 'precondition_failed' } })
    expect(await edit(id, 'saveWebhook', FORM)).toMatchObject({ status: 422 })
    expect(await db().webhookEndpoint.findMany()).toEqual(before)
  })

  it.each(['disableWebhook', 'enableWebhook', 'rotateSecret', 'removeWebhook'] as const)(
    'is shown again instead of %s after a change that it does not show',
    async (action) => {
      const { id } = await makeWebhook(URL)
      const version = await versionOf(id)
      if (action === 'enableWebhook') await press(id, 'disableWebhook')
      await edit(id, 'saveWebhook', { ...FORM, version: await versionOf(id), url: `${URL}?other` })
      const before = await db().webhookEndpoint.findMany()
      expect(await edit(id, action, { version })).toMatchObject({
        status: 303,
        to: `/dashboard/webhooks/${id}`,
        notice: { code: 'precondition_failed' },
        shown: null,
      })
      expect(await edit(id, action)).toMatchObject({ status: 422 })
      expect(await db().webhookEndpoint.findMany()).toEqual(before)
    },
  )

  it('sends a delivery again, and says so if it is waiting already', async () => {
    const { id } = await makeWebhook(URL)
    await edit(id, 'testWebhook')
    const delivery = await db().webhookDelivery.findFirstOrThrow()
    const replay = () => edit(id, 'resendDelivery', { delivery_id: delivery.id })
    expect(await replay()).toMatchObject({ notice: { code: 'conflict' } })
    await db().webhookDelivery.updateMany({ data: { status: 'delivered' } })
    expect(await replay()).toMatchObject({ notice: { notice: 'webhook_replayed' } })
    expect(await db().webhookDelivery.findFirst()).toMatchObject({ status: 'pending' })
  })

  it('shows a rotated secret until it is confirmed', async () => {
    const { id } = await makeWebhook(URL)
    const rotated = await press(id, 'rotateSecret')
    expect(rotated.shown).toMatchObject({ kind: 'webhook_secret', webhookId: id })
    expect((await edit(id, 'hideSecret')).shown).toBeNull()
  })

  it('is refused to users with every other permission', async () => {
    const { id } = await makeWebhook(URL)
    const before = await db().webhookEndpoint.findMany()
    const as = (await holderOf(...OTHERS)).userId
    for (const action of Object.keys(actions) as (keyof typeof actions)[])
      expect(await edit(id, action, FORM, as)).toMatchObject({ status: 403 })
    expect((await post(addWebhook, `/dashboard/webhooks/new`, FORM, as)).status).toBe(403)
    expect(await db().webhookEndpoint.findMany()).toEqual(before)
    expect(await db().webhookDelivery.count()).toBe(0)
  })
})
