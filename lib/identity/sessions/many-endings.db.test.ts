import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { MOST_ENDED_RECORDED } from '@/lib/audit/record-audit'
import { MAX_RECENT } from '@/lib/identity/sessions/session.store'
import { endAccessOf } from '@/lib/identity/sessions/revoke-sessions'
import { type BusMessage, subscribe } from '@/lib/platform/bus/bus'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { copySession } from '@/tests/kit/copy-session'
import { countStatements } from '@/tests/kit/count-statements'
import { atStep, freshUser } from '@/tests/kit/enroll-mfa'
import { useToken, viewAs, viewingAdministrator } from '@/tests/kit/impersonations'
import { insertUser } from '@/tests/kit/insert-user'
import { DISOWNED, disown, INTRUSION, intrude, recordsOf } from '@/tests/kit/intruder'
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

const MANY = 12_000

/** An unread notice of each session of a user. */
const notify = (userId: string) => db().$executeRaw`
  INSERT INTO inbox_items (id, user_id, kind, title, created_at)
  SELECT id, user_id, 'general', 'Hi', created_at FROM session_families WHERE user_id = ${userId}::uuid
  ON CONFLICT DO NOTHING`

const liveOf = (userId: string) => db().sessionFamily.count({ where: { userId, revokedAt: null } })

/** What instances are told while `work` runs. */
async function announcedIn(work: () => Promise<unknown>): Promise<BusMessage[]> {
  const messages: BusMessage[] = []
  const stop = subscribe((message) => messages.push(message))
  onTestFinished(stop)
  await work()
  stop()
  return messages
}

describe('“This wasn’t me”', () => {
  /** An owner, and an intruder who viewed as a user so often, in as many sessions. */
  async function intruded(copies: number) {
    const owner = await freshUser()
    const { intruder, token } = await intrude(owner)
    await copySession(intruder.sessionId, copies)
    const { id: userId } = await insertUser()
    const impersonation = { impersonated_by: owner.id, impersonator_session_id: intruder.sessionId }
    await copySession(intruder.sessionId, copies, { user_id: userId, ...impersonation })
    await notify(owner.id)
    return { owner, intruder, token, viewedId: userId }
  }

  it('ends all sessions of an intruder and what they began, with as many statements as for a few', async () => {
    const few = await intruded(2)
    const statements = await countStatements(() => disown(few.token))
    const { owner, token, viewedId } = await intruded(MANY)
    expect(await countStatements(() => disown(token))).toBe(statements)
    expect(await recordsOf(owner.id)).toMatchObject([{ ended: true, sessions_ended: MANY + 1 }])
    const live = await db().sessionFamily.findMany({ where: { userId: owner.id, revokedAt: null } })
    expect(live.map(({ id }) => id)).toEqual([owner.principal.sessionId])
    expect(await liveOf(viewedId)).toBe(0)
    expect(
      await db().inboxItem.findMany({ where: { userId: owner.id, readAt: null } }),
    ).toMatchObject([{ id: owner.principal.sessionId }])
  })

  it('is announced by user if the sessions are many, but webhooks get each, and signs out nobody else', async () => {
    await makeWebhook('https://example.org/hook', ['session.revoked'])
    onTestFinished(forgetWebhooks)
    const owner = await freshUser()
    const { intruder, token } = await intrude(owner)
    const own = await makeSession(owner.id, atStep(0))
    const theirs = await makeSession(owner.id, atStep(INTRUSION))
    await copySession(intruder.sessionId, 100)
    const { now } = atStep(DISOWNED)
    // Both are cached from now on.
    for (const { accessToken } of [own, theirs])
      expect(await useToken(accessToken, now)).toMatchObject({ ok: true })
    const messages = await announcedIn(() => disown(token))
    const about = messages.filter(({ type }) => type.includes('revoked'))
    expect(about).toMatchObject([{ type: 'user.sessions_revoked', userId: owner.id }])
    expect(await useToken(theirs.accessToken, now)).toMatchObject({ code: 'session_revoked' })
    expect(await useToken(own.accessToken, now)).toMatchObject({ ok: true })
    await expandAllEvents()
    expect(await db().webhookDelivery.count({ where: { event: 'session.revoked' } })).toBe(102)
  })
})

describe('the end of an administrator’s access', () => {
  async function viewing(copies: number) {
    const actor = await viewingAdministrator()
    const { id: userId } = await insertUser()
    const { accessToken, sessionId } = await viewAs(actor, userId)
    await copySession(sessionId, copies)
    const end = () =>
      inTransaction((tx) =>
        endAccessOf(tx, { userId: actor.userId, reason: 'password_reset' }, testContext()),
      )
    return { end, userId, accessToken }
  }

  it('ends all impersonations with as many statements as for one, and records how many', async () => {
    const one = await viewing(0)
    const statements = await countStatements(one.end)
    const { end, userId, accessToken } = await viewing(MANY)
    expect(await useToken(accessToken)).toMatchObject({ ok: true })
    const messages: BusMessage[] = []
    const count = await countStatements(async () => messages.push(...(await announcedIn(end))))
    expect(count).toBe(statements)
    expect(messages).toHaveLength(2)
    expect(await liveOf(userId)).toBe(0)
    expect(await useToken(accessToken)).toMatchObject({ code: 'session_revoked' })
    const where = { action: 'impersonation.ended', targetId: userId }
    const records = await db().auditRecord.findMany({ where })
    expect(records).toHaveLength(MOST_ENDED_RECORDED)
    const about = { reason: 'own_session_ended', on_behalf_of: userId, total_ended: MANY + 1 }
    for (const { details } of records) expect(details).toMatchObject(about)
  })
})

describe('sessions of which the cookies may be on their way', () => {
  it('are named by the announcement of many endings: those that browsers used last', async () => {
    const actor = await viewingAdministrator()
    const { id: userId } = await insertUser()
    const { sessionId } = await viewAs(actor, userId)
    await copySession(sessionId, MAX_RECENT, { surface: 'api' })
    await copySession(sessionId, 1, { surface: 'web', last_used_at: '2000-01-01T00:00:00Z' })
    await copySession(sessionId, MAX_RECENT, {
      surface: 'api',
      last_used_at: '2100-01-01T00:00:00Z',
    })
    const end = () =>
      inTransaction((tx) =>
        endAccessOf(tx, { userId: actor.userId, reason: 'password_reset' }, testContext()),
      )
    const messages = await announcedIn(end)
    const about = messages.find(
      (message) => 'recentSessionIds' in message && message.userId === userId,
    )
    const web = await db().sessionFamily.findMany({ where: { userId, surface: 'web' } })
    expect(web.length).toBeLessThan(MAX_RECENT)
    expect(about).toMatchObject({
      recentSessionIds: expect.arrayContaining(web.map(({ id }) => id)),
    })
  })
})

describe('the limit of sessions per user', () => {
  it('lets a user sign in again after many sessions, and records how many it ended', async () => {
    const { id } = await insertUser()
    const { sessionId } = await makeSession(id, testContext())
    await copySession(sessionId, MANY)
    useSettings({ AUTH_MAX_SESSIONS_PER_USER: '1' })
    onTestFinished(() => void useSettings())
    await makeSession(id, testContext())
    expect(await liveOf(id)).toBe(1)
    const where = { action: 'session.displaced', actorId: id }
    const records = await db().auditRecord.findMany({ where })
    expect(records).toHaveLength(MOST_ENDED_RECORDED)
    expect(records[0]!.details).toMatchObject({ total_ended: MANY + 1 })
  })
})
