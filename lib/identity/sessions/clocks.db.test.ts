import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { consumeHandoff, issueHandoff, purgeHandoffs } from '@/lib/identity/oauth/oauth-flow.store'
import {
  consumeTicket,
  issueTicket,
  purgeTickets,
} from '@/lib/identity/sessions/live-connection.store'
import { refreshSession } from '@/lib/identity/sessions/refresh-session'
import { beginConfirmation } from '@/lib/messaging/sms/phone.store'
import { addSeconds, setDatabaseClockByCallers } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { RequestContext } from '@/lib/platform/request-context'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
setDatabaseClockByCallers(false)
let userId = ''
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  userId = (await makeUser()).id
})

const KEY = 'idempotency-key-1'
const ago = (seconds: number, what: { sessionId: string }) =>
  db().$executeRaw`
    UPDATE session_families SET rotated_at = rotated_at - make_interval(secs => ${seconds}::int)
    WHERE id = ${what.sessionId}::uuid`
const refresh = async (
  refreshToken: string,
  secondsAhead: number,
  by: Partial<RequestContext> = {},
) => {
  const now = addSeconds(new Date(), secondsAhead)
  const idempotencyKey = by.surface === 'web' ? null : KEY
  const result = await refreshSession({ refreshToken, idempotencyKey }, testContext({ now, ...by }))
  return result.ok ? result.session.refreshToken : result.code
}

describe.each([
  ['behind', -110, 0],
  ['ahead', 110, 0],
  ['right, and the other one is behind', 0, -110],
  ['right, and the other one is ahead', 0, 110],
])('an instance whose clock is %s', (_, here, there) => {
  it('refreshes a session, and another one repeats the lost response for a minute', async () => {
    const first = await makeSession(userId, testContext())
    const successor = await refresh(first.refreshToken, here)
    expect(await refresh(first.refreshToken, there)).toBe(successor)
    await ago(40, first)
    expect(await refresh(first.refreshToken, there)).not.toBe('refresh_token_reused')
    await ago(21, first)
    expect(await refresh(first.refreshToken, there)).toBe('refresh_token_reused')
  })

  it('refreshes cookies, and another one does it again for a second tab, for ten seconds', async () => {
    const web = { surface: 'web' as const }
    const first = await makeSession(userId, testContext(web))
    const tab = { ...web, deviceToken: first.deviceToken }
    const successor = await refresh(first.refreshToken, here, tab)
    await db().sessionFamily.update({
      where: { id: first.sessionId },
      data: { presentedGeneration: 2 },
    })
    expect(await refresh(first.refreshToken, there, tab)).toBe(successor)
    await ago(11, first)
    expect(await refresh(first.refreshToken, there, tab)).toBe('refresh_token_reused')
  })

  it('sends a code to a phone number, and another one does not send the next within a minute', async () => {
    const send = (seconds: number) => {
      const by = { userId, phone: '+447700900123', now: addSeconds(new Date(), seconds) }
      return inTransaction((tx) => beginConfirmation(tx, by))
    }
    await db().phoneConfirmation.deleteMany({ where: { userId } })
    expect(await send(here)).not.toBeNull()
    expect(await send(there)).toBeNull()
    await db().$executeRaw`
      UPDATE phone_confirmations SET requested_at = requested_at - interval '60 s'`
    expect(await send(there)).not.toBeNull()
  })

  it('creates tickets and codes that are valid on another one, for a minute, and not deleted there', async () => {
    const { sessionId } = await makeSession(userId, testContext())
    const at = (seconds: number) => addSeconds(new Date(), seconds)
    const by = { sessionId, generation: 1, credentialExpiresAt: at(900), now: at(here) }
    const app = {
      redirectUri: 'com.example.app:/done',
      codeChallenge: 'x'.repeat(43),
      appState: 's',
    }
    const code = () =>
      issueHandoff(db(), { userId, provider: 'google', handoff: app, now: at(here) })
    const redeem = (handoff: string) =>
      inTransaction((tx) => consumeHandoff(tx, handoff, at(there)))
    const [ticket, lateTicket] = [await issueTicket(db(), by), await issueTicket(db(), by)]
    const [handoff, lateHandoff] = [await code(), await code()]
    expect(await purgeTickets(db(), at(there), 100)).toBe(0)
    expect(await purgeHandoffs(db(), at(there), 100)).toBe(0)
    expect(await consumeTicket(db(), ticket, at(there))).toMatchObject({ sessionId })
    expect(await redeem(handoff)).toMatchObject({ userId })
    for (const table of ['socket_tickets', 'oauth_handoffs'])
      await db().$executeRawUnsafe(`UPDATE ${table} SET expires_at = expires_at - interval '60 s'`)
    expect(await consumeTicket(db(), lateTicket, at(there))).toBeNull()
    expect(await redeem(lateHandoff)).toBeNull()
    expect(await purgeTickets(db(), at(there), 100)).toBe(1)
    expect(await purgeHandoffs(db(), at(there), 100)).toBe(1)
  })
})
