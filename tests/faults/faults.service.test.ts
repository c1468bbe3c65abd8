import { afterAll, beforeAll, expect, it } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { describeOnServer } from '@/tests/kit/describe-if'
import { fromOwnPage, useLiveInstances, withBearer } from '@/tests/kit/live-instances'
import { rawRequest } from '@/tests/kit/raw-request'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 10_000
const BROKEN = ['notification_preferences', 'socket_tickets']
const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

describeOnServer('an unexpected error', () => {
  const live = useLiveInstances(1)
  let ticket = ''
  const rename = async (from: string, to: string) => {
    for (const table of BROKEN)
      await db().$executeRawUnsafe(`ALTER TABLE ${from}${table} RENAME TO ${to}${table}`)
  }
  beforeAll(async () => {
    const answer = await fetch(`${live.url()}/api/v1/ws/ticket`, {
      method: 'POST',
      ...withBearer(await live.signedInUser()),
    })
    ticket = ((await answer.json()) as { ticket: string }).ticket
    await rename('', 'away_')
  })
  afterAll(() => rename('away_', ''))

  /** The errors in the log under a request id. */
  const errorsOf = (id: string) =>
    live.services[0]!.output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ level, request_id }) => level === 'error' && request_id === id)

  const asPage = async () => {
    const { cookie } = fromOwnPage(live.url(), await live.signedInUser('web')).headers
    return [`Cookie: ${cookie}`]
  }
  const asApp = async () => {
    const { authorization } = withBearer(await live.signedInUser()).headers
    return [`Authorization: ${authorization}`]
  }

  it.each([
    ['page', '/dashboard/account/notifications', asPage],
    ['API', '/api/v1/me/notification-preferences', asApp],
    ['upgrade', '/api/v1/ws?access_token=', async () => UPGRADE],
    ['polling', '/api/v1/ws?EIO=4&transport=polling&access_token=', async () => []],
  ])('is logged with its cause, under the returned request id: %s', async (what, path, headers) => {
    const { port } = live.services[0]!
    const id = `fault-of-${what}`
    const answer = await rawRequest(port, [
      `GET ${path}${path.endsWith('=') ? ticket : ''} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `X-Request-Id: ${id}`,
      ...(await headers()),
    ])
    expect([answer.status, answer.headers['x-request-id']]).toEqual([500, id])
    expect(answer.body).not.toMatch(/socket_tickets|notification_preferences|prisma/i)
    await until('the cause', WITHIN_MS, () => errorsOf(id).some(({ error }) => error !== undefined))
  })
})
