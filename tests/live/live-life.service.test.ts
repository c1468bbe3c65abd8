import { expect, it } from 'vitest'
import { revokeSessionsOf } from '@/lib/identity/sessions/revoke-sessions'
import { makeAccessToken } from '@/lib/identity/sessions/session-tokens'
import { findFamily } from '@/lib/identity/sessions/family.store'
import { publish, useTransport } from '@/lib/platform/bus/bus'
import { postgresTransport } from '@/lib/platform/bus/postgres-transport'
import { addSeconds } from '@/lib/platform/clock'
import { database, db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { accepted, type LiveClient, openPlain, openSocketIo } from '@/tests/kit/live-client'
import {
  fromOwnPage,
  type SignedInUser,
  useLiveInstances,
  withBearer,
} from '@/tests/kit/live-instances'
import { testContext } from '@/tests/kit/test-context'
import { until } from '@/tests/kit/until'

const API = '/api/v1/ws'
const WEBUI = '/webui/ws'
const WITHIN_MS = 5000

describeOnServer('a live connection', () => {
  const live = useLiveInstances(2)
  const url = () => live.url(0)
  const other = () => live.url(1)

  /** One connection of each kind for an API session and a web session, on the second instance. */
  async function everyKind(app: SignedInUser, page: SignedInUser): Promise<LiveClient[]> {
    const cookie = fromOwnPage(other(), page)
    const clients = await Promise.all<LiveClient>([
      accepted(openPlain(other(), withBearer(app))),
      accepted(openSocketIo(other(), API, withBearer(app))),
      accepted(openSocketIo(other(), API, withBearer(app), ['polling'])),
      accepted(openPlain(other(), cookie)),
      accepted(openSocketIo(other(), WEBUI, cookie)),
    ])
    await until('every client knows its inbox', WITHIN_MS, () =>
      clients.slice(0, 4).every((client) => client.of('inbox.updated').length > 0),
    )
    return clients
  }
  /** The targets a page was told to reload, except `*`: on a slow machine the bus may seem dead. */
  const targetsOf = (client: LiveClient) =>
    client
      .of('ui.patch')
      .map(({ target }) => target)
      .filter((target) => target !== '*')
  /** A token of that session that expires after this many seconds. */
  async function shortToken({ session }: SignedInUser, seconds: number): Promise<string> {
    const family = (await findFamily(db(), session.sessionId, new Date()))!
    const end = addSeconds(new Date(), seconds)
    return makeAccessToken({ ...family, maxExpiresAt: end }, new Date()).token
  }

  it('ends within a second after its session ends on another instance, with 4401', async () => {
    const app = await live.signedInUser()
    const page = await live.signedInUser('web', app.id)
    const [plain, io, polling, plainOfPage, webui] = await everyKind(app, page)
    const api = await ApiClient.of(url())
    expect((await api.post('/auth/logout', undefined, bearer(app.token))).status).toBe(204)
    const at = performance.now()
    expect(await plain!.end()).toEqual({ code: 4401, reason: 'session_revoked' })
    expect(await io!.end()).toMatchObject({ code: 4401 })
    // Polling has no close codes: this tells a Socket.IO client not to reconnect by itself.
    expect(await polling!.end()).toMatchObject({ reason: 'io server disconnect' })
    expect(performance.now() - at).toBeLessThan(1000)
    for (const client of [plain, io, plainOfPage])
      expect(client!.of('session.revoked')).toMatchObject([
        { v: 1, type: 'session.revoked', user_id: app.id, session_id: app.session.sessionId },
      ])
    await until('the page of sessions', WITHIN_MS, () => targetsOf(webui!).length > 0)
    expect(targetsOf(webui!)).toEqual(['sessions'])
    expect([plainOfPage!.ended(), webui!.ended()]).toEqual([null, null])
  })

  it('ends with 4403 when its account loses access, without any other message', async () => {
    const app = await live.signedInUser()
    const clients = await everyKind(app, await live.signedInUser('web', app.id))
    const transport = postgresTransport(database().pool.options.connectionString!)
    useTransport(transport)
    await inTransaction(async (tx) => {
      await tx.user.update({ where: { id: app.id }, data: { status: 'deactivated' } })
      await revokeSessionsOf(tx, { userId: app.id, reason: 'account_deactivated' }, testContext())
      await publish(tx, { type: 'user.changed', userId: app.id })
    })
    const ends = await Promise.all(clients.map((client) => client.end()))
    expect(ends.map(({ code }) => code).filter((code) => code !== 0)).toEqual([
      4403, 4403, 4403, 4403,
    ])
    for (const client of clients) expect(client.of('session.revoked')).toEqual([])
    await transport.close()
  })

  it('ends without a message: the bus was cut when its session ended', async () => {
    const app = await live.signedInUser()
    const [plain] = await everyKind(app, await live.signedInUser('web', app.id))
    const at = performance.now()
    // Nothing is published and the bus connection is cut, so only the database can tell.
    await db().sessionFamily.updateMany({
      where: { id: app.session.sessionId },
      data: { revokedAt: new Date() },
    })
    await db().$queryRaw`
      SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE application_name = 'gatehouse bus' AND datname = current_database()`
    expect(await plain!.end()).toMatchObject({ code: 4401 })
    expect(performance.now() - at).toBeLessThan(1500)
  })

  it('ends with its token, however it was sent, and continues with a newer one of the same session', async () => {
    const app = await live.signedInUser()
    const page = await live.signedInUser('web', app.id)
    const short = { ...app, token: await shortToken(app, 3) }
    const api = await ApiClient.of(url())
    const { body } = await api.post('/ws/ticket', undefined, bearer(short.token))
    const ending = await Promise.all<LiveClient>([
      accepted(openPlain(url(), withBearer(short))),
      accepted(openPlain(url(), { query: { access_token: short.token } })),
      accepted(openPlain(url(), { query: { access_token: String(body.ticket) } })),
      accepted(openSocketIo(url(), API, withBearer(short))),
    ])
    const renewed = await accepted(openPlain(url(), withBearer(short)))
    const renewedIo = await accepted(openSocketIo(url(), API, withBearer(short)))
    const stranger = await accepted(openPlain(url(), withBearer(short)))
    const cookie = await accepted(openPlain(url(), fromOwnPage(url(), page)))
    renewed.send('auth.renew', { access_token: app.token })
    stranger.send('auth.renew', { access_token: (await live.signedInUser('api', app.id)).token })
    expect(
      await renewedIo.socket.emitWithAck('auth.renew', { access_token: app.token }),
    ).toMatchObject({
      ok: true,
    })
    for (const client of [...ending, stranger]) expect((await client.end()).code).toBe(4401)
    expect(stranger.of('auth.renew')).toEqual([{ ok: false, code: 'invalid_token' }])
    expect([renewed.ended(), renewedIo.ended(), cookie.ended()]).toEqual([null, null, null])
  })

  it('gets an event when its user’s permissions change, and their pages reload', async () => {
    const app = await live.signedInUser()
    const [plain, io, , , webui] = await everyKind(app, await live.signedInUser('web', app.id))
    const transport = postgresTransport(database().pool.options.connectionString!)
    useTransport(transport)
    await inTransaction(async (tx) => {
      await tx.$executeRaw`
        INSERT INTO user_roles (user_id, role_id) SELECT ${app.id}::uuid, id FROM roles WHERE name = 'admin'`
      await publish(tx, { type: 'user.changed', userId: app.id })
    })
    await until(
      'the notice',
      WITHIN_MS,
      () => plain!.of('permissions.updated').length > 0 && targetsOf(webui!).length > 1,
    )
    expect(io!.of('permissions.updated')).toMatchObject([
      { v: 1, type: 'permissions.updated', user_id: app.id },
    ])
    const answer = await (await ApiClient.of(other())).get('/auth/permissions', bearer(app.token))
    expect(plain!.of('permissions.updated')).toMatchObject([{ version: answer.body.version }])
    // By the time readers of users are notified of a change, this user is one of them.
    expect(targetsOf(webui!).sort()).toEqual(['permissions', `users/${app.id}`])
    await transport.close()
  })

  it('is told to reconnect (1012) when its instance stops, which accepts no more and exits in time', async () => {
    const app = await live.signedInUser()
    const clients = await everyKind(app, await live.signedInUser('web', app.id))
    const at = performance.now()
    const exit = live.services[1]!.stop()
    const ends = await Promise.all(clients.map((client) => client.end()))
    expect(ends.map(({ code }) => code).filter((code) => code !== 0)).toEqual([
      1012, 1012, 1012, 1012,
    ])
    // Its polling session is over, and Socket.IO reconnects automatically.
    expect(ends[2]!.reason).not.toBe('io server disconnect')
    expect(await exit).toBe(0)
    expect(performance.now() - at).toBeLessThan(8000)
  })
})
