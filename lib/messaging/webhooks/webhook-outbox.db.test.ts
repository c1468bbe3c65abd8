import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { auditActions } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { changeWebhook } from '@/lib/messaging/webhooks/manage-webhooks'
import { syncSubscriptions } from '@/lib/messaging/webhooks/sync-subscriptions'
import { eventFamilies, type EventSource, sourcesOf } from '@/lib/messaging/webhooks/webhook-events'
import { webhookEvent } from '@/lib/messaging/webhooks/webhook-payloads'
import { purgeWebhookDeliveries, purgeWebhookJob } from '@/lib/messaging/webhooks/webhook.jobs'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { recordInstance, removeInstance } from '@/lib/platform/instances/instance.store'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { runDueJobs } from '@/tests/kit/jobs'
import { makeSession } from '@/tests/kit/make-user'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { expandAllEvents, forgetWebhooks, makeWebhook } from '@/tests/kit/webhooks'
import { deleteWebhook } from '@/lib/messaging/webhooks/manage-webhooks'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(forgetWebhooks)

const URL = 'https://receiver.example/hook'
const NOW = new Date('2026-11-23T12:00:00.000Z')
const queued = () => db().webhookDelivery.findMany({ orderBy: { id: 'asc' } })
const rename = (userId: string, actorId: string | null = null) =>
  recordAudit(db(), ctx({ now: NOW }), {
    action: 'user.renamed',
    outcome: 'ok',
    actorId,
    targetId: userId,
    details: {},
  })

describe('events', () => {
  it('contain IDs only, and are due at once', async () => {
    const { id: endpointId } = await makeWebhook(URL)
    const [userId, actorId] = [newId(), newId()]
    await rename(userId, actorId)
    const [delivery, ...others] = await queued()
    expect(others).toEqual([])
    expect(delivery).toMatchObject({
      endpointId,
      event: 'user.updated',
      data: { user_id: userId, actor_id: actorId },
      occurredAt: NOW,
      nextAttemptAt: NOW,
      status: 'pending',
      attempts: 0,
    })
    expect(delivery!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
    expect(Number.parseInt(delivery!.id.replace(/-/g, '').slice(0, 12), 16)).toBe(NOW.getTime())
  })

  it('exist if and only if the act is committed', async () => {
    await makeWebhook(URL)
    const failed = inTransaction(async (tx) => {
      await recordAudit(tx, ctx(), {
        action: 'user.renamed',
        outcome: 'ok',
        targetId: newId(),
        details: {},
      })
      expect(await tx.webhookDelivery.count()).toBe(1)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await queued()).toEqual([])
  })

  it('go to each endpoint that subscribed to the name or its family', async () => {
    const family = await makeWebhook(URL, ['user.*'])
    const name = await makeWebhook(URL, ['role.*', 'user.updated'])
    await makeWebhook(URL, ['role.*', 'user.created'])
    await rename(newId())
    const endpoints = (await queued()).map(({ endpointId }) => endpointId)
    expect(endpoints.sort()).toEqual([family.id, name.id].sort())
  })

  it('are not written for refusals, nor for acts with other details', async () => {
    await makeWebhook(URL)
    const about = { targetId: newId() }
    await recordAudit(db(), ctx(), {
      action: 'user.renamed',
      outcome: 'refused',
      ...about,
      details: { reason: 'not_found' },
    })
    await recordAudit(db(), ctx(), {
      action: 'user.registered',
      outcome: 'ok',
      ...about,
      details: { result: 'repeated' },
    })
    expect(await queued()).toEqual([])
    await recordAudit(db(), ctx(), {
      action: 'user.registered',
      outcome: 'ok',
      ...about,
      details: { result: 'created' },
    })
    expect(await queued()).toMatchObject([{ event: 'user.created' }])
  })

  it('say to which status a payment changed', async () => {
    await makeWebhook(URL, ['payment.status_changed'])
    const paymentId = newId()
    await recordAudit(db(), ctx(), {
      action: 'payment.status_changed',
      outcome: 'ok',
      targetId: paymentId,
      details: { before: { status: 'processing' }, after: { status: 'succeeded' }, by: 'provider' },
    })
    expect(await queued()).toMatchObject([
      { event: 'payment.status_changed', data: { payment_id: paymentId, status: 'succeeded' } },
    ])
  })

  it('are not written while the webhook is disabled', async () => {
    const { id } = await makeWebhook(URL)
    const actor = await holderOf('settings:manage')
    await changeWebhook(actor, { id, enabled: false }, ctx())
    await rename(newId())
    expect(await queued()).toEqual([])
    await changeWebhook(actor, { id, enabled: true }, ctx())
    await rename(newId())
    expect(await queued()).toHaveLength(1)
  })

  it('are written for the end of every session, however it ends, but for no sign-in', async () => {
    await makeWebhook(URL, ['session.*', 'user.*'])
    const { id: userId } = await insertUser()
    const sessions = [await makeSession(userId, ctx()), await makeSession(userId, ctx())]
    expect(await queued()).toEqual([])
    await db().sessionFamily.updateMany({ where: { userId }, data: { revokedAt: NOW } })
    // A session ends once.
    await db().sessionFamily.updateMany({ where: { userId }, data: { revokedAt: NOW } })
    await expandAllEvents()
    const events = await queued()
    expect(events.map(({ event, data }) => ({ event, data }))).toEqual(
      expect.arrayContaining(
        sessions.map(({ sessionId }) => ({
          event: 'session.revoked',
          data: { session_id: sessionId, user_id: userId },
        })),
      ),
    )
    expect(events).toHaveLength(2)
    for (const { event: type, data } of events)
      expect(webhookEvent.safeParse({ type, timestamp: NOW.toISOString(), data }).success).toBe(
        true,
      )
  })

  it('contain what is declared, whatever act they report', async () => {
    await makeWebhook(URL, [...eventFamilies])
    const sources = sourcesOf(eventFamilies).filter(({ source }) => source in auditActions)
    // Rolled back, because the records lack details that the events don't contain.
    const recorded = inTransaction(async (tx) => {
      for (const source of sources) await recordAudit(tx, ctx(), recordOf(source))
      const events = await tx.webhookDelivery.findMany({ orderBy: { id: 'asc' } })
      throw new RolledBack(events.map(({ event: type, data }) => ({ type, data })))
    })
    const { events } = await recorded.catch((error: unknown) => error as RolledBack)
    expect(events.map(({ type }) => type).sort()).toEqual(sources.map(({ event }) => event).sort())
    for (const event of events)
      expect(webhookEvent.safeParse({ ...event, timestamp: NOW.toISOString() }).error).toBe(
        undefined,
      )
  })
})

class RolledBack extends Error {
  constructor(readonly events: { type: string; data: unknown }[]) {
    super()
  }
}

/** A record with those details of the act that its event needs. */
function recordOf({ source, condition, fields }: EventSource) {
  const contents = Object.entries(fields).map(([name, path]) => nested(path.split('.'), name))
  const details: object = Object.assign({}, condition, ...contents)
  const about = { targetId: newId(), actorId: newId(), details }
  return { action: source, outcome: 'ok', ...about } as Parameters<typeof recordAudit>[2]
}

const nested = ([name, ...rest]: readonly string[], value: string): object => ({
  [name!]: rest.length > 0 ? nested(rest, value) : value,
})

describe('subscriptions', () => {
  it('follow the declared events at each start', async () => {
    const { id } = await makeWebhook(URL)
    const before = await db().webhookSubscription.findMany({ where: { endpointId: id } })
    await db().webhookSubscription.deleteMany({ where: { source: 'user.renamed' } })
    await db().webhookSubscription.create({
      data: { endpointId: id, source: 'user.eaten', event: 'user.eaten' },
    })
    await db().webhookSubscription.updateMany({
      where: { source: 'user.registered' },
      data: { fields: { ip: 'ip' } },
    })
    await syncSubscriptions({ version: '0.9.0' })
    const after = await db().webhookSubscription.findMany({ where: { endpointId: id } })
    const sorted = (rows: typeof before) =>
      rows.map(({ source, fields }) => source + JSON.stringify(fields)).sort()
    expect(sorted(after)).toEqual(sorted(before))
  })

  it('keep the events of a newer version beside it, until that is gone', async () => {
    const { id: endpointId } = await makeWebhook(URL)
    const event = { endpointId, source: 'user.eaten', event: 'user.eaten' }
    await db().webhookSubscription.create({ data: event })
    const kept = () => db().webhookSubscription.count({ where: event })
    const instance = { id: newId(), name: 'gate-1:3000', version: '0.10.0', migration: '' }
    const report = { ...instance, workers: 1, sharedSettings: {}, clockAheadMs: 0 }
    await recordInstance(db(), report)
    await syncSubscriptions({ version: '0.9.0' })
    expect(await kept()).toBe(1)
    await removeInstance(db(), instance.id)
    await recordInstance(db(), { ...report, id: newId(), version: '0.9.0-rc.1' })
    await syncSubscriptions({ version: '0.9.0' })
    expect(await kept()).toBe(0)
  })
})

describe('deliveries', () => {
  it('are deleted after 30 days, and so are events that no instance made deliveries of', async () => {
    await makeWebhook(URL)
    await rename(newId())
    const about = { session_id: newId(), user_id: newId() }
    const event = { id: newId(), source: 'session:revoked', about, occurredAt: NOW }
    await db().webhookEvent.create({ data: event })
    await purgeWebhookDeliveries.run(addSeconds(NOW, 30 * 86_400 - 60))
    expect(await queued()).toHaveLength(1)
    expect(await db().webhookEvent.count()).toBe(1)
    await purgeWebhookDeliveries.run(addSeconds(NOW, 30 * 86_400 + 1))
    expect(await queued()).toEqual([])
    expect(await db().webhookEvent.count()).toBe(0)
  })

  it('are deleted in slices if there are many, so that no job outlives its lease', async () => {
    const { id } = await makeWebhook(URL)
    await rename(newId())
    await db().$executeRaw`
      INSERT INTO webhook_deliveries SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
      FROM webhook_deliveries d, generate_series(1, 500) WHERE d.endpoint_id = ${id}::uuid`
    await deleteWebhook(await holderOf('settings:manage'), { id }, ctx())
    let clock = 0
    const slow = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 1000))
    const at = new Date()
    expect(await runDueJobs([purgeWebhookJob], at)).toBe(1)
    slow.mockRestore()
    expect(await queued()).toHaveLength(301)
    expect(await runDueJobs([purgeWebhookJob], at)).toBe(0)
    expect(await runDueJobs([purgeWebhookJob], addSeconds(at, 5))).toBe(1)
    expect(await queued()).toEqual([])
  })

  it('are deleted with their webhook, and only those', async () => {
    const [gone, kept] = [await makeWebhook(URL), await makeWebhook(URL)]
    await rename(newId())
    await deleteWebhook(await holderOf('settings:manage'), { id: gone.id }, ctx())
    await runDueJobs([purgeWebhookJob], new Date())
    expect(await queued()).toMatchObject([{ endpointId: kept.id }])
    await rename(newId())
    expect(await queued()).toHaveLength(2)
  })
})
