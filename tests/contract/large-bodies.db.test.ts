import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { MAX_OF_APPLICATIONS } from '@/lib/access/permission.schemas'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { defineRoute } from '@/lib/http/define-route'
import { formLimit } from '@/lib/http/body-limits'
import { fileBody } from '@/lib/http/route-body'
import { db } from '@/lib/platform/db/database'
import { MAX_IMPORT_BYTES } from '@/lib/platform/size-limits'
import { newId } from '@/lib/platform/ids'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { parseAnswer, RawConnection } from '@/tests/kit/raw-request'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 10_000
const PAGE = '/dashboard/users/import'
const API = '/api/v1/users/imports'
/** As many as may be read at once, and of one address. */
const SLOTS = 6
const SLOTS_EACH = 3

const importRoute = defineRoute({
  operationId: 'getTest',
  tag: 'Service',
  summary: 'Takes a file.',
  access: { permission: 'users:activate' },
  body: fileBody({ types: ['text/csv'], maxBytes: MAX_IMPORT_BYTES }),
  responses: { 204: null },
  handle: async () => ({ status: 204, body: null }),
})

useTestDatabase()
beforeAll(() => syncCatalog(new Date()))

/** A gateway whose pages answer every request with the length of the body they received. */
async function open() {
  const seen: number[] = []
  const tooLong: unknown[] = []
  const { port, close } = await openTestGateway({
    routes: [{ path: API, handlers: { POST: importRoute } }],
    pages: async (req, res, exchange) => {
      let length = 0
      req.on('data', (chunk: Buffer) => (length += chunk.length))
      await once(req, 'end')
      seen.push(length)
      tooLong.push(exchange?.refused?.code)
      res.end('page')
    },
  })
  return { port, seen, tooLong, close }
}

/** The headers of a user with a session, who may or may not import users. */
async function sessionHeaders(
  surface: 'web' | 'api',
  admin: boolean,
  port: number,
): Promise<string[]> {
  const { id } = await makeUser({ admin })
  const session = await makeSession(id, testContext({ surface }))
  return surface === 'api'
    ? [`Authorization: Bearer ${session.accessToken}`]
    : [
        `Cookie: access=${session.accessToken}; refresh=${session.refreshToken}`,
        `Origin: http://localhost:${port}`,
      ]
}

describe.each([
  ['a form', PAGE, 'web'],
  ['the API', API, 'api'],
] as const)('a large body of %s', (_, path, surface) => {
  let gateway: Awaited<ReturnType<typeof open>>
  const opened: RawConnection[] = []
  beforeAll(async () => void (gateway = await open()))
  beforeEach(() => void (gateway.seen.length = 0))
  afterEach(() => opened.splice(0).forEach((connection) => connection.close()))
  afterAll(() => gateway.close())

  const length = path === PAGE ? formLimit(MAX_IMPORT_BYTES) : MAX_IMPORT_BYTES
  const begin = (headers: string[], from?: string) => {
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: localhost:${gateway.port}`,
      'Content-Type: text/csv',
      'Connection: close',
      `Content-Length: ${length}`,
      ...headers,
    ]
    const connection = new RawConnection(gateway.port, from)
    connection.send(`${head.join('\r\n')}\r\n\r\nemail\n`)
    opened.push(connection)
    return connection
  }
  const finish = async (connection: RawConnection) =>
    parseAnswer(await connection.send('x'.repeat(length - 6)).untilClosed()).status
  const done = path === API ? 204 : 200

  it('is not read from unauthenticated or unauthorized senders: a concurrent import succeeds', async () => {
    const strangers: string[][] = [[], [], await sessionHeaders(surface, false, gateway.port)]
    for (const forged of ['Authorization: Bearer x', `Cookie: access=x; refresh=y`])
      strangers.push([forged])
    const slow = strangers.map((headers) => begin(headers))
    await until('all have their answer', WITHIN_MS, () =>
      slow.every((one) => one.received() !== ''),
    )
    if (path === API)
      expect(slow.map((one) => parseAnswer(one.received()).status)).toEqual([
        401, 401, 403, 401, 401,
      ])
    // Next answers them by their headers and gets none of the body.
    else expect(gateway.seen).toEqual([0, 0, 0, 0, 0])
    expect(await finish(begin(await sessionHeaders(surface, true, gateway.port)))).toBe(done)
  })

  const oneRefused = async (all: RawConnection[]) => {
    const refused = await until('one too many is refused', WITHIN_MS, () =>
      all.find((connection) => connection.received() !== ''),
    )
    expect(parseAnswer(refused.received()).status).toBe(503)
    return all.filter((connection) => connection !== refused)
  }

  it('takes one of three slots of its address, which leaves room for others, and releases it', async () => {
    const admin = await sessionHeaders(surface, true, gateway.port)
    const accepted = await oneRefused(Array.from({ length: SLOTS_EACH + 1 }, () => begin(admin)))
    expect(await finish(begin(admin, '127.0.0.2'))).toBe(done)
    for (const connection of accepted) expect(await finish(connection)).toBe(done)
    expect(await finish(begin(admin))).toBe(done)
  })

  it('takes one of six slots of all addresses, and releases it', async () => {
    const admin = await sessionHeaders(surface, true, gateway.port)
    for (let round = 0; round < 2; round++) {
      const all = Array.from({ length: SLOTS + 1 }, (_, n) => begin(admin, `127.0.0.${n + 2}`))
      for (const connection of await oneRefused(all)) expect(await finish(connection)).toBe(done)
    }
  })
})

describe('a large form of a session whose access token has expired', () => {
  it('is accepted with the refresh token, and no token is renewed for it', async () => {
    const gateway = await open()
    const { id } = await makeUser({ admin: true })
    const { refreshToken, sessionId } = await makeSession(id, testContext({ surface: 'web' }))
    const before = await db().sessionFamily.findUnique({ where: { id: sessionId } })
    const body = 'x'.repeat(200_000)
    const head = [
      `POST ${PAGE} HTTP/1.1`,
      `Host: localhost:${gateway.port}`,
      `Origin: http://localhost:${gateway.port}`,
      `Cookie: access=expired; refresh=${refreshToken}`,
      'Connection: close',
      `Content-Length: ${body.length}`,
    ]
    const connection = new RawConnection(gateway.port).send(`${head.join('\r\n')}\r\n\r\n${body}`)
    expect(parseAnswer(await connection.untilClosed()).status).toBe(200)
    expect(gateway.seen).toEqual([body.length])
    expect(await db().sessionFamily.findUnique({ where: { id: sessionId } })).toEqual(before)
    await gateway.close()
  })
})

describe('a form that is too large', () => {
  it('is read to the end and discarded, so that the page can show the error', async () => {
    const gateway = await open()
    const admin = await sessionHeaders('web', true, gateway.port)
    const send = (bytes: number) => {
      const head = [
        `POST ${PAGE} HTTP/1.1`,
        `Host: localhost:${gateway.port}`,
        'Connection: close',
        `Content-Length: ${bytes}`,
        ...admin,
      ]
      const text = `${head.join('\r\n')}\r\n\r\n${'a'.repeat(bytes)}`
      return new RawConnection(gateway.port).send(text).untilClosed()
    }
    await send(formLimit(MAX_IMPORT_BYTES) + 1)
    await send(1)
    expect([gateway.seen, gateway.tooLong]).toEqual([
      [0, 1],
      ['body_too_large', undefined],
    ])
    await gateway.close()
  })
})

describe('the form of a role', () => {
  it('may have all permissions that there can be, from someone who may open its page', async () => {
    const gateway = await open()
    const form = new FormData()
    const name = (n: number) => `crm:${'x'.repeat(40)}:${'y'.repeat(40)}:${n}`.padEnd(100, 'z')
    for (let n = 0; n < MAX_OF_APPLICATIONS; n++) form.append('1_permissions', name(n))
    for (const { name: own } of permissionCatalog) form.append('1_permissions', own)
    form.append('1_description', 'x'.repeat(500))
    const sent = await new Response(form).text()
    const post = async (path: string, body: string, headers: string[]) => {
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: localhost:${gateway.port}`,
        'Connection: close',
        `Content-Length: ${body.length}`,
        ...headers,
      ]
      const text = `${head.join('\r\n')}\r\n\r\n${body}`
      return parseAnswer(await new RawConnection(gateway.port).send(text).untilClosed()).status
    }
    const admin = await sessionHeaders('web', true, gateway.port)
    const other = await sessionHeaders('web', false, gateway.port)
    const pages = ['/dashboard/rbac/roles/new', `/dashboard/rbac/roles/${newId()}`]
    for (const path of pages) {
      expect(await post(path, sent, admin)).toBe(200)
      expect(gateway.seen.splice(0)).toEqual([sent.length])
      // Next answers by their headers.
      await post(path, sent, other)
      expect(gateway.seen.splice(0)).toEqual([0])
      const tooLong = 'x'.repeat(350_001)
      expect(await post(path, tooLong, admin)).toBe(413)
    }
    expect(gateway.seen).toEqual([])
    await gateway.close()
  })
})

describe('a large form of a public page', () => {
  it('is accepted with uploads:create; without it the limit is that of any page', async () => {
    const gateway = await open()
    const post = async (bytes: number, headers: string[]) => {
      const head = [
        'POST /contact HTTP/1.1',
        `Host: localhost:${gateway.port}`,
        `Origin: http://localhost:${gateway.port}`,
        'Connection: close',
        `Content-Length: ${bytes}`,
        ...headers,
      ]
      const text = `${head.join('\r\n')}\r\n\r\n${'a'.repeat(bytes)}`
      return parseAnswer(await new RawConnection(gateway.port).send(text).untilClosed()).status
    }
    const cookieOf = async (admin: boolean) => {
      const headers = await sessionHeaders('web', admin, gateway.port)
      return headers.filter((header) => header.startsWith('Cookie'))
    }
    expect(await post(200_000, [])).toBe(413)
    expect(await post(200_000, ['Cookie: access=x; refresh=y'])).toBe(413)
    expect(await post(200_000, await cookieOf(false))).toBe(413)
    expect(gateway.seen).toEqual([])
    expect(await post(50_000, [])).toBe(200)
    expect(await post(200_000, await cookieOf(true))).toBe(200)
    expect(gateway.seen).toEqual([50_000, 200_000])
    await gateway.close()
  })
})
