import { beforeAll, beforeEach, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { endAccessOf } from '@/lib/identity/sessions/revoke-sessions'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { copySession } from '@/tests/kit/copy-session'
import { freshUser } from '@/tests/kit/enroll-mfa'
import { insertUser } from '@/tests/kit/insert-user'
import { disown, intrude } from '@/tests/kit/intruder'
import { makeSession } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { expandAllEvents, forgetWebhooks, makeWebhook } from '@/tests/kit/webhooks'

// With the time that a transaction has in production.
useTestDatabase({ patience: 1 })
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})
beforeEach(forgetWebhooks)

async function makeWebhooks(count: number): Promise<string[]> {
  const made: string[] = []
  for (let n = 0; n < count; n++)
    made.push((await makeWebhook(`https://example.org/${n}`, ['session.*'])).id)
  return made
}

const endAccess = (userId: string) =>
  inTransaction((tx) => endAccessOf(tx, { userId, reason: 'password_reset' }, testContext()))

it('6000 sessions end together while 24 webhooks subscribe to it', async () => {
  await makeWebhooks(24)
  const owner = await freshUser()
  const { intruder, token } = await intrude(owner)
  await copySession(intruder.sessionId, 6000)
  await disown(token)
  const live = await db().sessionFamily.findMany({ where: { userId: owner.id, revokedAt: null } })
  expect(live.map(({ id }) => id)).toEqual([owner.principal.sessionId])
  expect(await db().webhookEvent.count()).toBe(6001)

  const { id } = await insertUser()
  const { sessionId } = await makeSession(id, testContext())
  await copySession(sessionId, 6000)
  await endAccess(id)
  expect(await db().sessionFamily.count({ where: { userId: id, revokedAt: null } })).toBe(0)
})

it('a batch of events becomes the deliveries of 50 webhooks within the time of a statement', async () => {
  await makeWebhooks(50)
  const { id } = await insertUser()
  const { sessionId } = await makeSession(id, testContext())
  await copySession(sessionId, 99)
  await endAccess(id)
  await expandAllEvents()
  expect(await db().webhookDelivery.count()).toBe(5000)
})

it('each webhook gets the end of each of 250 sessions', async () => {
  const webhooks = await makeWebhooks(3)
  const { id } = await insertUser()
  const { sessionId } = await makeSession(id, testContext())
  await copySession(sessionId, 249)
  await endAccess(id)
  await expandAllEvents()
  const ended = await db().sessionFamily.findMany({ where: { userId: id } })
  expect(ended).toHaveLength(250)
  const expected = ended.flatMap((session) =>
    webhooks.map((endpointId) => ({
      endpointId,
      event: 'session.revoked',
      data: { session_id: session.id, user_id: id },
      occurredAt: session.revokedAt,
      nextAttemptAt: session.revokedAt,
    })),
  )
  const deliveries = await db().webhookDelivery.findMany()
  expect(deliveries).toHaveLength(750)
  expect(deliveries).toEqual(
    expect.arrayContaining(expected.map((one) => expect.objectContaining(one))),
  )
})
