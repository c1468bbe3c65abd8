import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { newSigningKey } from '@/lib/config/signing-keys'
import { insertAdministrator } from '@/tests/kit/administrators'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { type SignedInUser, useLiveInstances } from '@/tests/kit/live-instances'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { describeWithOwnRedis } from '@/tests/kit/redis-for-tests'
import { until } from '@/tests/kit/until'
import { createGuard, type Guard } from '../src/index.js'

const ISSUER = 'http://gatehouse.test'
const WITHIN_MS = 15_000
/** For so long, a guard does not read the key set again. */
const KEY_SET_COOLDOWN_MS = 30_000
const READ = 'shop:orders:read'
const SHOP = {
  application: 'shop',
  permissions: [
    { name: READ, description: 'List orders' },
    { name: 'shop:orders:write', description: 'Place orders' },
  ],
}
const MODES = ['feed', 'webhook'] as const
const [oldKey, newKey] = [newSigningKey(), newSigningKey()]

interface Event {
  type: string
  data: Record<string, string>
}

/** Someone else's service: it verifies with public packages, and its two guards decide. */
async function startStranger(guards: Partial<Record<(typeof MODES)[number], Guard>>) {
  const events: Event[] = []
  const refused: unknown[] = []
  let webhook: Webhook | null = null
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
    if (req.url === '/hooks') {
      const chunks: Buffer[] = []
      for await (const chunk of req) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      try {
        events.push(webhook!.verify(body, req.headers as Record<string, string>) as Event)
        const { ok } = guards.webhook!.handleWebhook({ headers: req.headers, body })
        return res.writeHead(ok ? 204 : 400).end()
      } catch (error) {
        refused.push(error)
        return res.writeHead(400).end()
      }
    }
    const guard = guards[req.url!.slice(1) as (typeof MODES)[number]]!
    const decision = await guard.check(req.headers.authorization, READ)
    if (decision.ok) return res.writeHead(200).end(JSON.stringify({ for: decision.caller.userId }))
    const { status, headers, body } = guard.problem(decision, req.url!)
    return res.writeHead(status, headers).end(body)
  }
  const server = createServer((req, res) => void answer(req, res))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    events,
    refused,
    useSecret: (secret: string) => (webhook = new Webhook(secret)),
    get: (mode: string, token: string) => fetch(`${url}/${mode}`, { headers: bearer(token) }),
    close() {
      for (const guard of Object.values(guards)) guard.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

describeOnServer("a stranger's service", () => {
  describeWithOwnRedis('with two instances of Gatehouse', (redis) => {
    const live = useLiveInstances(2, () => ({
      REDIS_URL: redis.url,
      AUTH_JWT_SIGNING_KEYS: JSON.stringify([oldKey]),
      WEBHOOKS_ALLOW_PRIVATE_TARGETS: 'true',
    }))
    /** How far the guards' clock is ahead. */
    let aheadMs = 0
    let stranger: Awaited<ReturnType<typeof startStranger>>
    /** The instance that acts; the guards ask the other one. */
    let api: ApiClient
    let admin: SignedInUser

    const act = async (method: string, path: string, body?: unknown, token = admin.token) => {
      const answer = await api.call(method, path, body, bearer(token))
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.body
    }
    const issueAt = async (n: number, refreshToken: string) => {
      const answer = await fetch(`${live.url(n)}/api/v1/auth/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ refresh_token: refreshToken }),
      })
      expect(answer.status).toBe(200)
      return (await answer.json()) as { access_token: string; refresh_token: string }
    }
    /** A signed-in user with a role of their own, whom both guards know. */
    async function staff() {
      const { id, session } = await live.signedInUser()
      const name = `staff ${randomUUID()}`
      const role = await act('POST', '/rbac/roles', { name, permissions: [READ] })
      await act('PUT', `/users/${id}/roles`, { roles: [name] })
      const issued = await issueAt(0, session.refreshToken)
      for (const mode of MODES) await answers(200, mode, issued.access_token)
      return {
        id,
        roleId: String(role.id),
        token: issued.access_token,
        refresh: issued.refresh_token,
      }
    }
    const answers = (status: number, mode: string, token: string) =>
      until(
        `the answer ${status} by ${mode}`,
        WITHIN_MS,
        async () => (await stranger.get(mode, token)).status === status,
      )
    /** Both guards refuse within a second after the act. */
    async function refusedSoon(status: number, token: string) {
      const at = performance.now()
      const times = MODES.map(async (mode) => {
        await answers(status, mode, token)
        return performance.now() - at
      })
      for (const time of await Promise.all(times)) expect(time).toBeLessThan(1000)
    }

    beforeAll(async () => {
      await syncCatalog(new Date())
      admin = await live.signedInUser('api', (await insertAdministrator()).id)
      api = await ApiClient.of(live.url(1))
      await act('PUT', '/rbac/permissions/sync', SHOP)
      const { key } = await makeApiKey(admin.id, ['users:read'])
      const clock = { wall: Date.now, steady: () => performance.now() + aheadMs }
      const at = { issuer: ISSUER, url: live.url(0), clock }
      // Without the webhook, the second guard would hear of nothing for five minutes.
      const guards: Parameters<typeof startStranger>[0] = {
        feed: createGuard({ ...at, apiKey: key }),
      }
      stranger = await startStranger(guards)
      const events = ['user.*', 'session.*', 'role.*', 'permission.*']
      const made = await act('POST', '/webhooks', { url: `${stranger.url}/hooks`, events })
      const secret = String(made.secret)
      stranger.useSecret(secret)
      guards.webhook = createGuard({ ...at, webhookSecrets: [secret], maxStaleSeconds: 300 })
    }, 120_000)
    afterAll(() => stranger?.close())

    it('refuses a session that ended on the other instance within a second, in both ways', async () => {
      const { token } = await staff()
      await act('POST', '/auth/logout', undefined, token)
      await refusedSoon(401, token)
      for (const mode of MODES)
        expect(await (await stranger.get(mode, token)).json()).toMatchObject({
          code: 'session_revoked',
        })
    })

    it('follows a role that changed on the other instance within a second, in both ways', async () => {
      const { roleId, token } = await staff()
      await act('PUT', `/rbac/roles/${roleId}/permissions`, { permissions: [] })
      await refusedSoon(403, token)
      await act('PUT', `/rbac/roles/${roleId}/permissions`, { permissions: [READ] })
      for (const mode of MODES) await answers(200, mode, token)
    })

    it('follows the roles and the status of a user within a second, in both ways', async () => {
      const [demoted, gone] = [await staff(), await staff()]
      await act('PUT', `/users/${demoted.id}/roles`, { roles: [] })
      await refusedSoon(403, demoted.token)
      await act('POST', `/users/${gone.id}/deactivate`)
      await refusedSoon(401, gone.token)
    })

    it('receives what happened, in events that its library accepts', async () => {
      const { id, roleId, token } = await staff()
      await act('PUT', `/rbac/roles/${roleId}/permissions`, { permissions: [] })
      await act('PUT', '/rbac/permissions/sync', {
        ...SHOP,
        permissions: SHOP.permissions.slice(0, 1),
      })
      await act('POST', '/auth/logout', undefined, token)
      await act('DELETE', `/users/${id}`)
      const by = { actor_id: admin.id }
      const expected = [
        { type: 'role.created', data: { role_id: roleId, ...by } },
        { type: 'user.roles_changed', data: { user_id: id, ...by } },
        { type: 'role.permissions_changed', data: { role_id: roleId, ...by } },
        { type: 'permission.retired', data: { permission_id: 'shop:orders:write', ...by } },
        {
          type: 'session.revoked',
          data: { user_id: id, session_id: expect.any(String) as string },
        },
        { type: 'user.deleted', data: { user_id: id, ...by } },
      ]
      await until('all events', WITHIN_MS, () =>
        stranger.events.some(({ type, data }) => type === 'user.deleted' && data.user_id === id),
      )
      for (const event of expected)
        await until(event.type, WITHIN_MS, () =>
          stranger.events.some((one) => {
            const keys = Object.keys(event.data)
            return one.type === event.type && keys.every((key) => key in one.data)
          }),
        )
      for (const event of expected)
        expect(stranger.events).toContainEqual(expect.objectContaining(event))
      expect(stranger.refused).toEqual([])
    })

    it(
      'verifies every token while the keys of Gatehouse are replaced',
      { timeout: 240_000 },
      async () => {
        const user = await staff()
        const keys = createRemoteJWKSet(new URL(`${live.url(0)}/.well-known/jwks.json`))
        let refresh = user.refresh
        /** Issues at each instance and verifies. Returns which keys signed. */
        const verifyAll = async () => {
          const kids: unknown[] = []
          for (const n of [0, 1]) {
            const issued = await issueAt(n, refresh)
            refresh = issued.refresh_token
            const token = issued.access_token
            kids.push(decodeProtectedHeader(token).kid)
            const options = {
              issuer: ISSUER,
              audience: 'api',
              typ: 'at+jwt',
              algorithms: ['ES256'],
            }
            const { payload } = await jwtVerify(token, keys, options)
            expect(payload.sub).toBe(user.id)
            for (const mode of MODES) await answers(200, mode, token)
          }
          return kids
        }
        const restart = async (n: number, of: object[]) =>
          live.restart(n, { AUTH_JWT_SIGNING_KEYS: JSON.stringify(of) })

        expect(await verifyAll()).toEqual([oldKey.kid, oldKey.kid])
        for (const n of [1, 0]) {
          await restart(n, [oldKey, newKey])
          expect(await verifyAll()).toEqual([oldKey.kid, oldKey.kid])
        }
        // What verifiers do in the twenty minutes before the new key signs.
        await keys.reload()
        aheadMs += KEY_SET_COOLDOWN_MS
        await restart(1, [newKey, oldKey])
        expect(await verifyAll()).toEqual([oldKey.kid, newKey.kid])
        await restart(0, [newKey, oldKey])
        expect(await verifyAll()).toEqual([newKey.kid, newKey.kid])
      },
    )
  })
})
