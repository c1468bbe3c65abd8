import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { database } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { insertAdministrator } from '@/tests/kit/administrators'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { type SignedInUser, useLiveInstances } from '@/tests/kit/live-instances'
import { insertRole } from '@/tests/kit/roles'
import { runGatehousectl } from '@/tests/kit/run-gatehousectl'
import { until } from '@/tests/kit/until'
import { createGuard } from '@/clients/guard/src/index'

const WITHIN_MS = 10_000
/** Longer than a guard trusts answers only briefly after its feed began. */
const PROVISIONAL_MS = 3000

describeOnServer('a service that a guard with the feed protects', () => {
  const live = useLiveInstances(2)
  let admin: SignedInUser
  let apiKey: string

  beforeAll(async () => {
    await syncCatalog(new Date())
    admin = await live.signedInUser('api', (await insertAdministrator()).id)
    const role = `role ${newId()}`
    await insertRole(role, ['users:read'])
    // The key of a person would stop working when a second factor is required.
    const account = await created('/users', { kind: 'service', name: 'Shop', roles: [role] })
    const made = await created('/api-keys', {
      user_id: account.id,
      name: 'guard',
      permissions: ['users:read'],
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    apiKey = String(made.key)
    // From now on, a key signs that guards can verify.
    await replaceKeys()
  }, 120_000)

  async function created(path: string, body: object) {
    const api = await ApiClient.of(live.url(0))
    const answer = await api.post(path, body, bearer(admin.token))
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }
  async function replaceKeys(): Promise<void> {
    const env = {
      DATABASE_URL: database().pool.options.connectionString!,
      AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    const { code, stderr } = await runGatehousectl(['keys', 'rotate', '--leaked'], { env })
    expect(code, stderr).toBe(0)
  }
  /** An access token that the present key signed. */
  async function signIn(userId?: string): Promise<string> {
    const { session } = await live.signedInUser('api', userId)
    const api = await ApiClient.of(live.url(0))
    const { body } = await api.post('/auth/refresh', { refresh_token: session.refreshToken })
    return String(body.access_token)
  }
  /** A token that a new guard admits, and would for five minutes unless the feed says something. */
  async function admitted() {
    const at = { issuer: 'http://gatehouse.test', url: live.url(0) }
    const guard = createGuard({ ...at, apiKey, maxStaleSeconds: 300 })
    onTestFinished(() => guard.close())
    const token = await signIn()
    const status = async () => {
      const decision = await guard.check(`Bearer ${token}`)
      return decision.ok ? 200 : guard.problem(decision, '/').status
    }
    const answers = (wanted: number) =>
      until(`the guard answers ${wanted}`, WITHIN_MS, async () => (await status()) === wanted)
    await answers(200)
    await sleep(PROVISIONAL_MS)
    await answers(200)
    return { answers }
  }

  it('refuses tokens of a leaked key soon after it was replaced', async () => {
    const { answers } = await admitted()
    await replaceKeys()
    await answers(401)
  })

  it('refuses users without a second factor soon after another instance requires it', async () => {
    const { answers } = await admitted()
    const api = await ApiClient.of(live.url(1))
    const values = { mfa_required: 'everyone' }
    const credential = bearer(await signIn(admin.id))
    const changed = await api.call('PUT', '/settings/policy', { values }, credential)
    expect(changed.status, changed.text).toBe(200)
    await answers(403)
  })
})
