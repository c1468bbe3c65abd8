import { beforeAll, expect, it } from 'vitest'
import { type Stage, stage, START } from '@/clients/guard/test/gatehouse-stand-in'
import { syncCatalog } from '@/lib/access/catalog'
import { auditActions } from '@/lib/audit/audit-actions'
import { deliverWebhook } from '@/lib/messaging/webhooks/deliver-webhooks'
import { claimDeliveries } from '@/lib/messaging/webhooks/webhook-delivery.store'
import {
  eventFamilies,
  eventNames,
  type EventSource,
  sourcesOf,
} from '@/lib/messaging/webhooks/webhook-events'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { startWebhookReceiver } from '@/tests/kit/stand-ins/webhook-receiver'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { expandAllEvents, makeWebhook } from '@/tests/kit/webhooks'

const READ = 'shop:orders:read'
const NOW = new Date(START)

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

/** Does what queues the event: the act on a user, or the end of a session. */
async function happen({ source, condition }: EventSource, userId: string, sessionId: string) {
  if (source === 'session:revoked')
    return db().sessionFamily.update({ where: { id: sessionId }, data: { revokedAt: NOW } })
  const { target } = auditActions[source as keyof typeof auditActions]
  const targetId = target === 'user' ? userId : newId()
  const record = { action: source, outcome: 'ok', targetType: target!, targetId } as const
  // Every act has an actor, whom it does not change.
  await storeAuditRecord(db(), ctx({ now: NOW }), {
    ...record,
    actorId: newId(),
    details: condition,
  })
}

/** What the guard decides about each user after the event, if Gatehouse denies everything now. */
async function decisionsAfter({ gatehouse, guard }: Stage, bearers: string[], say: () => void) {
  gatehouse.permissions = [READ]
  for (const bearer of bearers) expect(await guard.check(bearer, READ)).toMatchObject({ ok: true })
  gatehouse.permissions = []
  say()
  return Promise.all(
    bearers.map(async (bearer) => {
      const decision = await guard.check(bearer, READ)
      return decision.ok ? 'kept' : decision.code
    }),
  )
}

const EXPECTED: Record<string, string[]> = {
  user: ['insufficient_permission', 'kept'],
  session: ['session_revoked', 'kept'],
  role: ['insufficient_permission', 'insufficient_permission'],
  permission: ['insufficient_permission', 'insufficient_permission'],
  payment: ['kept', 'kept'],
  notification: ['kept', 'kept'],
}

it('the guard forgets what each event says has changed, and nothing else', async () => {
  expect(eventFamilies).toEqual(Object.keys(EXPECTED).map((family) => `${family}.*`))
  const receiver = await startWebhookReceiver()
  const { secret } = await makeWebhook(receiver.url, eventFamilies)
  const found: [string, string[]][] = []
  // The end of a notification has a test of its own; the guard ignores the whole family.
  const sources = sourcesOf(eventNames).filter(({ source }) => source !== 'notification:finished')
  for (const source of sources) {
    const staged = await stage({ webhookSecrets: [secret] })
    const [{ id: userId }, other] = [await insertUser(), newId()]
    const { sessionId } = await makeSession(userId, ctx())
    const bearers = [
      staged.gatehouse.bearer({ sub: userId, sid: sessionId }),
      staged.gatehouse.bearer({ sub: other, sid: newId() }),
    ]
    await happen(source, userId, sessionId)
    await expandAllEvents()
    const [claim, ...more] = await claimDeliveries(db(), { busy: new Map(), now: NOW })
    expect(more).toEqual([])
    await deliverWebhook(claim!, () => NOW)
    const { headers, body } = receiver.requests.at(-1)!
    const decisions = await decisionsAfter(staged, bearers, () =>
      expect(staged.guard.handleWebhook({ headers, body })).toEqual({
        ok: true,
        event: JSON.parse(body.toString()) as object,
      }),
    )
    found.push([source.event, decisions])
  }
  await receiver.close()
  expect(found).toEqual(sources.map(({ event }) => [event, EXPECTED[event.split('.', 1)[0]!]]))
})
