import { describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { accepted, openPlain, openSocketIo, type Handshake } from '@/tests/kit/live-client'
import {
  fromOwnPage,
  useLiveInstances,
  withBearer,
  type SignedInUser,
} from '@/tests/kit/live-instances'
import { rawRequest } from '@/tests/kit/raw-request'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 5000
const API = '/api/v1/ws'
const WEBUI = '/webui/ws'

describeOnServer('the handshake of a live connection', () => {
  const live = useLiveInstances(1)
  const url = () => live.url()
  const ways: [string, (handshake: Handshake) => Promise<unknown>][] = [
    ['plain WebSocket', (handshake) => openPlain(url(), handshake)],
    ['Socket.IO over WebSocket', (handshake) => openSocketIo(url(), API, handshake)],
    [
      'Socket.IO, polling first',
      (handshake) => openSocketIo(url(), API, handshake, ['polling', 'websocket']),
    ],
    ['Socket.IO, polling only', (handshake) => openSocketIo(url(), API, handshake, ['polling'])],
  ]
  const ticketOf = async (signedInUser: SignedInUser) => {
    const api = await ApiClient.of(url())
    const { status, body } = await api.post('/ws/ticket', undefined, bearer(signedInUser.token))
    expect([status, body.expires_in]).toEqual([201, 60])
    return String(body.ticket)
  }

  describe.each(ways)('by %s', (_name, open) => {
    it('accepts a Bearer header, a query token, a ticket and a cookie from our own page', async () => {
      const [app, page] = [await live.signedInUser(), await live.signedInUser('web')]
      for (const handshake of [
        withBearer(app),
        { query: { access_token: app.token } },
        { query: { access_token: await ticketOf(app) } },
        fromOwnPage(url(), page),
      ])
        expect(typeof (await open(handshake))).toBe('object')
    })

    it('refuses an invalid access token with 401, before the protocol switch', async () => {
      const [app, page] = [await live.signedInUser(), await live.signedInUser('web')]
      const ended = await live.signedInUser()
      await db().sessionFamily.updateMany({
        where: { id: ended.session.sessionId },
        data: { revokedAt: new Date() },
      })
      const bad = [
        {},
        withBearer({ ...app, token: 'not-a-token' }),
        withBearer({ ...app, token: app.session.refreshToken }),
        withBearer({ ...app, token: `${app.token.slice(0, -2)}xx` }),
        withBearer(page),
        withBearer(ended),
        { query: { access_token: 'A'.repeat(43) } },
        { query: { access_token: app.session.refreshToken } },
        { query: { access_token: page.token } },
        fromOwnPage(url(), app),
        fromOwnPage(url(), { ...page, token: '' }),
      ]
      for (const handshake of bad) expect(await open(handshake)).toBe(401)
    })

    it('uses only the first credential present: none falls through to the next', async () => {
      const [app, page] = [await live.signedInUser(), await live.signedInUser('web')]
      const wrong = { authorization: 'Bearer wrong' }
      const good = { access_token: app.token }
      expect(await open({ headers: { ...fromOwnPage(url(), page).headers, ...wrong } })).toBe(401)
      expect(await open({ headers: wrong, query: good })).toBe(401)
      expect(await open({ headers: { cookie: 'access=wrong', origin: url() }, query: good })).toBe(
        401,
      )
      const twins = `access=${page.token}; access=${page.token}`
      expect(await open({ headers: { cookie: twins, origin: url() }, query: good })).toBe(401)
    })

    it('refuses the cookie with 403 unless Origin is present and exactly ours', async () => {
      const page = await live.signedInUser('web')
      const { cookie } = fromOwnPage(url(), page).headers
      const { host, port } = new URL(url())
      const foreign = [
        undefined,
        'null',
        'https://evil.test',
        `https://${host}`,
        `http://${host}.evil.test`,
        `http://evil-${host}`,
        `http://127.0.0.1:${Number(port) + 1}`,
        'http://127.0.0.1',
        `http://${host}/`,
        `http://x@${host}`,
      ]
      for (const origin of foreign)
        expect(await open({ headers: { cookie: cookie!, ...(origin ? { origin } : {}) } })).toBe(
          403,
        )
    })

    it('accepts a ticket once, however many present it', async () => {
      const ticket = await ticketOf(await live.signedInUser())
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => open({ query: { access_token: ticket } })),
      )
      expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1)
      expect(answers.filter((answer) => answer === 401)).toHaveLength(9)
    })

    it('refuses a user’s twenty-first connection with 429, and accepts it after another has ended', async () => {
      const handshake = withBearer(await live.signedInUser())
      const opened = await Promise.all(Array.from({ length: 30 }, () => open(handshake)))
      const clients = opened.filter((answer) => typeof answer === 'object') as { close(): void }[]
      expect(clients).toHaveLength(20)
      expect(opened.filter((answer) => answer === 429)).toHaveLength(10)
      clients[0]!.close()
      await until(
        'a place is free',
        WITHIN_MS,
        async () => typeof (await open(handshake)) === 'object',
      )
    })
  })

  it('accepts only the cookie at /webui/ws', async () => {
    const [app, page] = [await live.signedInUser(), await live.signedInUser('web')]
    const open = (handshake: Handshake) => openSocketIo(url(), WEBUI, handshake)
    expect(await open(withBearer(app))).toBe(401)
    expect(await open({ query: { access_token: app.token } })).toBe(401)
    expect(await open({ query: { access_token: await ticketOf(app) } })).toBe(401)
    expect(await open({ headers: { cookie: `access=${page.token}` } })).toBe(403)
    expect(typeof (await open(fromOwnPage(url(), page)))).toBe('object')
    expect(await openPlain(url(), fromOwnPage(url(), page), WEBUI)).toBe(400)
  })

  it('refuses a session whose access token expired: the page renews it first', async () => {
    const page = await live.signedInUser('web')
    const answer = await rawRequest(live.services[0]!.port, [
      `GET ${API}?EIO=4&transport=polling HTTP/1.1`,
      `Host: 127.0.0.1:${live.services[0]!.port}`,
      `Origin: ${url()}`,
      `Cookie: access=${page.token.slice(0, -3)}AAA; refresh=${page.session.refreshToken}`,
    ])
    expect(answer.status).toBe(401)
    expect(answer.headers['content-type']).toBe('application/problem+json')
    expect(answer.headers['www-authenticate']).toContain('invalid_token')
    expect(JSON.parse(answer.body)).toMatchObject({
      status: 401,
      code: 'invalid_token',
      instance: API,
    })
  })

  it('refuses two Authorization headers, two query tokens, and a foreign Host', async () => {
    const { token } = await live.signedInUser()
    const { port } = live.services[0]!
    const ask = (path: string, ...more: string[]) =>
      rawRequest(port, [
        `GET ${path} HTTP/1.1`,
        ...(more.some((line) => line.startsWith('Host')) ? [] : [`Host: 127.0.0.1:${port}`]),
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ...more,
      ])
    const authorization = `Authorization: Bearer ${token}`
    expect((await ask(API, authorization, authorization)).status).toBe(400)
    expect((await ask(`${API}?access_token=${token}&access_token=${token}`)).status).toBe(400)
    expect((await ask(API, authorization, 'Host: evil.test')).status).toBe(421)
  })

  it.each([
    ['EIO=3&transport=websocket', 'EIO=4'],
    ['EIO=5&transport=websocket', 'EIO=4'],
    ['EIO=&transport=websocket', 'EIO=4'],
    ['EIO=4&EIO=3&transport=websocket', 'EIO=4'],
    ['EIO=4&transport=polling', 'transport=websocket'],
    ['EIO=4', 'transport=websocket'],
    ['EIO=4&transport=websocket&sid=unknown', 'sid'],
    ['EIO=4&transport=websocket&sid=a&sid=b', 'sid'],
  ])(
    'refuses an unsupported request before the protocol switch, and names what is supported: %s',
    async (query, word) => {
      const { token } = await live.signedInUser()
      const { port } = live.services[0]!
      const ask = (path: string, ...more: string[]) =>
        rawRequest(port, [
          `GET ${path}?${query} HTTP/1.1`,
          `Host: 127.0.0.1:${port}`,
          `Authorization: Bearer ${token}`,
          ...more,
        ])
      const answer = await ask(
        API,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      )
      expect(answer.status).toBe(400)
      expect(JSON.parse(answer.body)).toMatchObject({
        code: 'bad_request',
        detail: expect.stringContaining(word) as string,
      })
    },
  )

  it.each([
    'EIO=3&transport=polling',
    'EIO=4&transport=websocket',
    'EIO=4&EIO=3&transport=polling',
  ])('refuses unsupported polling: %s', async (query) => {
    const answer = await fetch(`${url()}${API}?${query}`, withBearer(await live.signedInUser()))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      400,
      'application/problem+json',
    ])
  })

  it.each([
    ['Sec-WebSocket-Version: 12', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
    ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: short'],
    ['Sec-WebSocket-Version: 13'],
  ])(
    'refuses an invalid WebSocket handshake with a problem document and the supported version: %s',
    async (...more) => {
      const { token } = await live.signedInUser()
      const { port } = live.services[0]!
      for (const path of [API, `${API}?EIO=4&transport=websocket`]) {
        const answer = await rawRequest(port, [
          `GET ${path} HTTP/1.1`,
          `Host: 127.0.0.1:${port}`,
          `Authorization: Bearer ${token}`,
          'Connection: Upgrade',
          'Upgrade: websocket',
          ...more,
        ])
        expect([answer.status, answer.headers['sec-websocket-version']]).toEqual([400, '13'])
        expect(JSON.parse(answer.body)).toMatchObject({ code: 'bad_request', instance: API })
      }
    },
  )

  it.each([
    '/api/v1/wsx',
    '/api/v1/ws/x',
    '/api/v1/ws/',
    '/api/v1/w',
    '/webui/ws/..',
    '/webui',
    '/API/v1/ws',
  ])('finds nothing at %s', async (path) => {
    expect(await openPlain(url(), withBearer(await live.signedInUser()), path)).toBe(404)
  })

  it('answers requests without an upgrade with the supported protocols', async () => {
    const answer = await fetch(`${url()}${API}`)
    expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket'])
    expect((await fetch(`${url()}${API}?EIO=4&transport=polling&sid=unknown`)).status).toBe(400)
    const foreign = { headers: { cookie: 'access=x' } }
    expect(
      (await fetch(`${url()}${API}?EIO=4&transport=polling&sid=unknown`, foreign)).status,
    ).toBe(403)
  })

  it('leaves neither token nor ticket in the log', async () => {
    const signedInUser = await live.signedInUser()
    const ticket = await ticketOf(signedInUser)
    for (const access_token of [signedInUser.token, ticket, 'wrong-token-of-a-stranger'])
      for (const [, open] of ways) await open({ query: { access_token } })
    const output = live.services[0]!.output()
    for (const secret of [signedInUser.token, ticket, 'wrong-token-of-a-stranger'])
      expect(output).not.toContain(secret)
  })

  it('completes with the current state of the inbox as the first frame', async () => {
    const signedInUser = await live.signedInUser()
    const client = await accepted(openPlain(url(), withBearer(signedInUser)))
    await until('the first frame', WITHIN_MS, () => client.frames.length > 0)
    expect(client.frames[0]).toMatchObject({
      event: 'inbox.updated',
      data: {
        v: 1,
        type: 'inbox.updated',
        user_id: signedInUser.id,
        unread_count: 0,
        reason: 'sync',
        item: null,
      },
    })
  })
})
