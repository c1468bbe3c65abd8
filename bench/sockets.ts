import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import { loadSettings } from '@/lib/config/settings'
import { database, openDatabase } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { makeSession } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import type { ServiceUnderTest } from '@/bench/service-under-test'
import { spreadOf } from '@/bench/statistics'

const SOCKETS = 5000
const SOCKETS_PER_USER = 20
const OPEN_AT_ONCE = 100
const EVENTS_PER_SECOND = 100
const SECONDS = 10

/**
 * Measures the memory of idle connections on one instance, and the time of an event from commit to
 * client.
 */
export async function benchSockets(under: ServiceUnderTest) {
  // The default issuer of a token is the address of the instance that signed it.
  loadSettings({ ...under.env, AUTH_JWT_ISSUER: `http://localhost:${under.service.port}` })
  const own = await openDatabase({ url: under.postgres.url })
  const userIds = Array.from({ length: SOCKETS / SOCKETS_PER_USER }, () => newId())
  const tokens = await makeTokens(userIds)
  const before = memoryOf(under)
  const arrivals = new Map<string, number[]>()
  const sockets = await openAll(under, tokens, (itemId) =>
    arrivals.get(itemId)?.push(performance.now()),
  )
  // Includes garbage from the handshakes: operators see the whole process.
  const bytesPerSocket = (memoryOf(under) - before) / sockets.length
  const delays: number[] = []
  let lost = 0
  for (let n = 0; n < EVENTS_PER_SECOND * SECONDS; n++) {
    const due = performance.now() + 1000 / EVENTS_PER_SECOND
    const itemId = newId()
    const times: number[] = []
    arrivals.set(itemId, times)
    const sentAt = performance.now()
    await addItem(userIds[n % userIds.length]!, itemId)
    setTimeout(() => {
      lost += SOCKETS_PER_USER - times.length
      delays.push(...times.map((at) => at - sentAt))
    }, 2000)
    await pause(Math.max(0, due - performance.now()))
  }
  await pause(2500)
  await own.close()
  for (const socket of sockets) socket.terminate()
  return { sockets: sockets.length, bytesPerSocket, ...spreadOf(delays), lost }
}

/**
 * Creates sessions as the service would, without password hashing, which is measured separately.
 */
async function makeTokens(userIds: readonly string[]): Promise<string[]> {
  const { pool } = database()
  await pool.query(
    `INSERT INTO users (id, email, status, email_verified_at)
     SELECT id, id || '@bench.test', 'active', now() FROM unnest($1::uuid[]) AS id`,
    [userIds],
  )
  const tokens: string[] = []
  for (const id of userIds) tokens.push((await makeSession(id, testContext())).accessToken)
  return tokens
}

async function openAll(
  { service }: ServiceUnderTest,
  tokens: readonly string[],
  onItem: (itemId: string) => void,
): Promise<WebSocket[]> {
  const url = `${service.url.replace('http', 'ws')}/api/v1/ws`
  const open = (token: string) =>
    new Promise<WebSocket>((resolve, reject) => {
      const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
      socket.once('error', reject)
      socket.once('close', (code) => reject(new Error(`a socket was closed with ${code}`)))
      socket.on('message', (data) => {
        const { data: event } = JSON.parse((data as Buffer).toString()) as {
          data: { reason: string; item: { id: string } | null }
        }
        if (event.reason === 'sync') resolve(socket)
        else if (event.item) onItem(event.item.id)
      })
    })
  const all = tokens.flatMap((token) => Array.from({ length: SOCKETS_PER_USER }, () => token))
  const sockets: WebSocket[] = []
  for (let i = 0; i < all.length; i += OPEN_AT_ONCE)
    sockets.push(...(await Promise.all(all.slice(i, i + OPEN_AT_ONCE).map(open))))
  return sockets
}

/** Commits an item and its message, as a use case on another instance would. */
function addItem(userId: string, itemId: string): Promise<unknown> {
  const changes = [{ userId, reason: 'created', itemId }]
  const message = JSON.stringify({
    from: 'bench',
    message: { type: 'inbox.changed', id: newId(), changes },
  })
  return database().pool.query(`WITH item AS (
      INSERT INTO inbox_items (id, user_id, kind, title, created_at)
      VALUES ('${itemId}', '${userId}', 'bench', 'Bench', now()))
    SELECT pg_notify('gatehouse_bus', '${message}')`)
}

/** Resident memory of the service, in bytes. */
function memoryOf({ service }: ServiceUnderTest): number {
  const status = readFileSync(`/proc/${service.child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) * 1024
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
