import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { recordAudit } from '@/lib/audit/record-audit'
import { renewWebhookSecrets, webhookNoticeJob } from '@/lib/messaging/webhooks/webhook.jobs'
import { deliverWebhook, retryDelay } from '@/lib/messaging/webhooks/deliver-webhooks'
import { changeWebhook, rotateWebhookSecret } from '@/lib/messaging/webhooks/manage-webhooks'
import { webhookEvent } from '@/lib/messaging/webhooks/webhook-payloads'
import { claimDeliveries } from '@/lib/messaging/webhooks/webhook-delivery.store'
import { replayDelivery, sendTestEvent } from '@/lib/messaging/webhooks/webhook-deliveries'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { expireLeases, runDueJobs } from '@/tests/kit/jobs'
import { answer } from '@/tests/kit/stand-ins/webhook-receiver'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useSettings } from '@/tests/kit/test-settings'
import { makeWebhook, prepareWebhooks } from '@/tests/kit/webhooks'

const { receiver, actor } = prepareWebhooks()
beforeEach(() => {
  useSettings()
})

/** The library refuses other times. */
const START = new Date()
const later = (seconds: number) => addSeconds(START, seconds)
const DAY = 86_400

async function act(at = START): Promise<string> {
  const targetId = newId()
  const entry = { action: 'user.renamed', outcome: 'ok', targetId, details: {} } as const
  await recordAudit(db(), ctx({ now: at }), entry)
  return targetId
}

/** Makes every attempt that is due. Returns how many. */
async function deliver(at = START): Promise<number> {
  const claims = await claimDeliveries(db(), { busy: new Map(), now: at })
  await Promise.all(claims.map((claim) => deliverWebhook(claim, () => at)))
  return claims.length
}

const stored = () => db().webhookDelivery.findFirstOrThrow()
const endpoint = (id: string) => db().webhookEndpoint.findUniqueOrThrow({ where: { id } })
const headersOf = ({ headers }: { headers: object }) => headers as Record<string, string>

describe('a delivery', () => {
  it('is what the Standard Webhooks library accepts, and says what happened by IDs', async () => {
    const { secret } = await makeWebhook(receiver().url)
    const userId = await act()
    await deliver()
    const [request] = receiver().requests
    const { id } = await stored()
    expect(new Webhook(secret).verify(request!.body, headersOf(request!))).toEqual({
      type: 'user.updated',
      timestamp: START.toISOString(),
      data: { user_id: userId },
    })
    expect(request!.headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' })
    const other = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`)
    expect(() => other.verify(request!.body, headersOf(request!))).toThrow()
    expect(await stored()).toMatchObject({ status: 'delivered', responseStatus: 204, attempts: 1 })
  })

  it('is made once after it succeeded', async () => {
    await makeWebhook(receiver().url)
    await act()
    expect([await deliver(), await deliver(later(4 * DAY))]).toEqual([1, 0])
  })

  it('is signed with both secrets for a day after a rotation, then with the new one', async () => {
    const { id, secret: old } = await makeWebhook(receiver().url)
    const rotated = await rotateWebhookSecret(actor(), { id }, ctx({ now: START }))
    const secret = rotated.ok ? rotated.secret : ''
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await act()
    await deliver()
    const [both] = receiver().requests
    expect(both!.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
    for (const key of [old, secret]) new Webhook(key).verify(both!.body, headersOf(both!))

    await act(later(DAY))
    await deliver(later(DAY))
    const [, one] = receiver().requests
    expect(one!.headers['webhook-signature']).toMatch(/^v1,\S{44}$/)
    await renewWebhookSecrets.run(later(DAY))
    expect(await endpoint(id)).toMatchObject({ previousSecret: null })
  })

  it('is never stored or signed with a secret in clear text', async () => {
    const { id, secret } = await makeWebhook(receiver().url)
    const { secret: sealed } = await endpoint(id)
    const clear = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect(Buffer.from(sealed).includes(clear)).toBe(false)
    expect(Buffer.from(sealed).includes(secret)).toBe(false)
  })

  it('continues under a new encryption key, and waits while the key of its secret is missing', async () => {
    const { id, secret } = await makeWebhook(receiver().url)
    const AUTH_MFA_ENCRYPTION_KEY = Buffer.alloc(32, 9).toString('base64')
    const AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64')
    await act()
    useSettings({ AUTH_MFA_ENCRYPTION_KEY })
    await deliver()
    expect(await stored()).toMatchObject({ status: 'pending', error: 'secret_unreadable' })
    useSettings({ AUTH_MFA_ENCRYPTION_KEY, AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS })
    await renewWebhookSecrets.run(START)
    useSettings({ AUTH_MFA_ENCRYPTION_KEY })
    await deliver(later(60))
    const [request] = receiver().requests
    expect(new Webhook(secret).verify(request!.body, headersOf(request!))).toBeTruthy()
    expect((await endpoint(id)).failingSince).toBeNull()
  })
})

describe('a secret that was just replaced', () => {
  it('is sealed again under a new encryption key too, and signs until its day is over', async () => {
    const { id, secret: old } = await makeWebhook(receiver().url)
    await rotateWebhookSecret(actor(), { id }, ctx({ now: START }))
    const AUTH_MFA_ENCRYPTION_KEY = Buffer.alloc(32, 9).toString('base64')
    const AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64')
    useSettings({ AUTH_MFA_ENCRYPTION_KEY, AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS })
    await renewWebhookSecrets.run(START)
    useSettings({ AUTH_MFA_ENCRYPTION_KEY })
    await act()
    await deliver()
    const [request] = receiver().requests
    expect(request!.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
    expect(new Webhook(old).verify(request!.body, headersOf(request!))).toBeTruthy()
  })

  it('holds nothing up if it can’t be opened', async () => {
    const { id } = await makeWebhook(receiver().url)
    const rotated = await rotateWebhookSecret(actor(), { id }, ctx({ now: START }))
    await db().webhookEndpoint.update({ where: { id }, data: { previousSecret: Buffer.of(1) } })
    await act()
    await deliver()
    const [request] = receiver().requests
    const secret = rotated.ok ? rotated.secret : ''
    expect(new Webhook(secret).verify(request!.body, headersOf(request!))).toBeTruthy()
    expect(await stored()).toMatchObject({ status: 'delivered' })
  })
})

describe('another URL', () => {
  it('forgets the failures of the one before', async () => {
    const { id } = await makeWebhook(receiver().url)
    receiver().behave(answer(500))
    await act()
    await deliver()
    await changeWebhook(actor(), { id, url: `${receiver().url}/new` }, ctx())
    expect((await endpoint(id)).failingSince).toBeNull()
    const where = { action: 'webhook.changed', targetId: id }
    const { details } = await db().auditRecord.findFirstOrThrow({ where })
    expect(details).toMatchObject({ fields: ['url'] })
  })

  it('is not disabled by what the one before answers', async () => {
    const { id } = await makeWebhook(receiver().url)
    await act()
    const [claim] = await claimDeliveries(db(), { busy: new Map(), now: START })
    await changeWebhook(actor(), { id, url: `${receiver().url}/new` }, ctx())
    receiver().behave(answer(410))
    await deliverWebhook(claim!, () => START)
    expect((await endpoint(id)).disabledAt).toBeNull()
    expect(await db().job.count({ where: { kind: 'webhook_disabled' } })).toBe(0)
  })
})

describe('a failure', () => {
  it('is retried with the same id and body, ten times over three days', async () => {
    const waits = Array.from({ length: 11 }, (_, index) => retryDelay(index + 1, () => 0))
    expect(waits.at(-1)).toBeNull()
    expect(waits.at(0)).toBe(5)
    const total = waits.reduce<number>((sum, wait) => sum + (wait ?? 0), 0)
    expect(total).toBeGreaterThan(3 * DAY)
    expect(total).toBeLessThan(3.1 * DAY)

    receiver().behave(answer(500, 'broken'))
    const { id } = await makeWebhook(receiver().url)
    await act()
    await deliver()
    expect(await stored()).toMatchObject({
      status: 'pending',
      error: 'status',
      responseStatus: 500,
      responseExcerpt: 'broken',
    })
    expect((await endpoint(id)).failingSince).toEqual(START)
    expect(await deliver(later(4))).toBe(0)
    receiver().behave(answer(200))
    expect(await deliver(later(6))).toBe(1)
    const [first, second] = receiver().requests
    expect(second!.body).toBe(first!.body)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(await stored()).toMatchObject({ status: 'delivered', attempts: 2, error: null })
    expect((await endpoint(id)).failingSince).toBeNull()
  })

  it('for three days disables the webhook and notifies the administrators, once', async () => {
    receiver().behave(answer(500))
    const { id } = await makeWebhook(receiver().url)
    await act()
    let at = START
    for (let attempt = 1; attempt <= 11; attempt++) {
      expect([attempt, await deliver(at)]).toEqual([attempt, 1])
      at = (await stored()).nextAttemptAt
    }
    expect(await stored()).toMatchObject({ status: 'failed', attempts: 11 })
    expect(await endpoint(id)).toMatchObject({ disabledReason: 'failing' })
    const bystander = await holderOf('users:list')
    await runDueJobs([webhookNoticeJob], later(4 * DAY))
    const notices = await db().inboxItem.findMany({ where: { kind: 'security.webhook_disabled' } })
    const holders = notices.map(({ userId }) => userId)
    expect(holders).toContain(actor().userId)
    expect(holders).not.toContain(bystander.userId)
    expect(notices[0]!.title).toContain(`127.0.0.1:${receiver().port}`)
    expect(await db().job.count({ where: { kind: 'mail' } })).toBe(holders.length)
    const records = await db().auditRecord.findMany({ where: { action: 'webhook.disabled' } })
    expect(records).toMatchObject([{ targetId: id, actorId: null }])
    await act(later(4 * DAY))
    expect(await deliver(later(4 * DAY))).toBe(0)
  })

  it('of one event alone does not disable the webhook', async () => {
    const { id } = await makeWebhook(receiver().url)
    receiver().behave((response, { body }) =>
      response.writeHead(body.includes('poison') ? 500 : 204).end(),
    )
    await act()
    await db().webhookDelivery.updateMany({ data: { data: { user_id: 'poison' }, tries: 10 } })
    await deliver()
    await act(later(10))
    await deliver(later(10))
    const statuses = await db().webhookDelivery.findMany({ orderBy: { id: 'asc' } })
    expect(statuses.map(({ status }) => status)).toEqual(['failed', 'delivered'])
    expect(await endpoint(id)).toMatchObject({ disabledAt: null, failingSince: null })
  })

  it('410 Gone disables the webhook at once', async () => {
    receiver().behave(answer(410))
    const { id } = await makeWebhook(receiver().url)
    await act()
    await deliver()
    expect(await stored()).toMatchObject({ status: 'failed', responseStatus: 410 })
    expect(await endpoint(id)).toMatchObject({ disabledReason: 'gone' })
  })

  it('is forgotten when the webhook is enabled again, and what waited is sent', async () => {
    receiver().behave(answer(500))
    const { id } = await makeWebhook(receiver().url)
    await act()
    await deliver()
    await changeWebhook(actor(), { id, enabled: false }, ctx())
    receiver().behave(answer(204))
    expect(await deliver(later(60))).toBe(0)
    await changeWebhook(actor(), { id, enabled: true }, ctx())
    expect((await endpoint(id)).failingSince).toBeNull()
    expect(await deliver(later(60))).toBe(1)
    expect(await stored()).toMatchObject({ status: 'delivered' })
  })

  it('to record a result leads to another attempt with the same id', async () => {
    await makeWebhook(receiver().url)
    await act()
    const [lost] = await claimDeliveries(db(), { busy: new Map(), now: START })
    expect(await deliver(later(59))).toBe(0)
    await expireLeases()
    expect(await deliver(later(60))).toBe(1)
    // The first worker comes back: its result no longer counts.
    receiver().behave(answer(500))
    await deliverWebhook(lost!, () => later(61))
    expect(await stored()).toMatchObject({ status: 'delivered', attempts: 2, responseStatus: 204 })
    const ids = receiver().requests.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids)).toEqual(new Set([lost!.id]))
  })
})

describe('a claim', () => {
  it('keeps its delivery for the whole lease, also from an instance whose clock is ahead', async () => {
    await makeWebhook(receiver().url)
    await act()
    await claimDeliveries(db(), { busy: new Map(), now: START })
    expect(await deliver(later(90))).toBe(0)
    expect(receiver().requests).toEqual([])
  })
})

describe('a replay', () => {
  it('sends an event again with its id, also after it failed for good', async () => {
    await makeWebhook(receiver().url)
    await act()
    await deliver()
    const { id } = await stored()
    const replayed = await replayDelivery(actor(), id, ctx({ now: later(1) }))
    expect(replayed).toMatchObject({ ok: true, delivery: { id, status: 'pending' } })
    expect(await deliver(later(1))).toBe(1)
    const ids = receiver().requests.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([id, id])
  })

  it('is refused for events that wait, unknown ones, and disabled webhooks', async () => {
    const { id: webhookId } = await makeWebhook(receiver().url)
    await act()
    const { id } = await stored()
    expect(await replayDelivery(actor(), id, ctx())).toMatchObject({ ok: false, code: 'conflict' })
    for (const unknown of [newId(), 'nonsense'])
      expect(await replayDelivery(actor(), unknown, ctx())).toMatchObject({ code: 'not_found' })
    await deliver()
    await changeWebhook(actor(), { id: webhookId, enabled: false }, ctx())
    expect(await replayDelivery(actor(), id, ctx())).toMatchObject({ code: 'conflict' })
    expect(await sendTestEvent(actor(), webhookId, ctx())).toMatchObject({ code: 'conflict' })
    expect(await stored()).toMatchObject({ status: 'delivered', attempts: 1 })
  })
})

it('a test event is sent whatever the webhook subscribed to', async () => {
  const { id, secret } = await makeWebhook(receiver().url, ['role.deleted'])
  const sent = await sendTestEvent(actor(), id, ctx({ now: START }))
  expect(sent).toMatchObject({ ok: true, delivery: { event: 'webhook.test', status: 'pending' } })
  await deliver()
  const [request] = receiver().requests
  const event = new Webhook(secret).verify(request!.body, headersOf(request!))
  expect(webhookEvent.parse(event)).toMatchObject({
    type: 'webhook.test',
    data: { webhook_id: id },
  })
})
