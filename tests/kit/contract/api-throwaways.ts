import { newWebhookSecret, sealWebhookSecret } from '@/lib/messaging/webhooks/webhook-secret'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { type ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { type Operation } from '@/tests/kit/contract/api-document'
import { freshPermission } from '@/tests/kit/contract/api-samples'
import { insertUser, insertWaitingUser } from '@/tests/kit/insert-user'
import type { SignedInUser } from '@/tests/kit/live-instances'
import { makeApiKey } from '@/tests/kit/make-api-key'
import { makeSession } from '@/tests/kit/make-user'
import { insertRole } from '@/tests/kit/roles'
import { testContext } from '@/tests/kit/test-context'
import { until } from '@/tests/kit/until'

type Maker = (by: {
  actor: SignedInUser
  get(path: string): Promise<Record<string, unknown>>
  post(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Record<string, unknown>>
}) => Promise<Record<string, string>>

const TEXT = { title: 'Hello', body: 'Hello', channels: ['inbox'] }
const WITHIN_MS = 60_000
const CHARGE = {
  amount: 1050,
  currency: 'EUR',
  payment_method_token: 'sim_challenge',
  return_url: 'com.example.app:/callback',
}
const newKey = () => ({ 'idempotency-key': newId() })

/**
 * Creates the objects named by the parameters of a path, keyed by the path up to the first
 * parameter.
 */
const MAKERS: Record<string, Maker> = {
  '/auth/oauth': async () => ({ provider: 'github' }),
  '/me/identities': async () => ({ provider: 'github' }),
  // Only an authenticator can make one.
  '/me/passkeys': async () => ({ id: newId() }),
  '/me/sessions': async ({ actor }) => ({
    id: (await makeSession(actor.id, testContext())).sessionId,
  }),
  '/settings': async () => ({ area: 'policy' }),
  '/rbac/roles': async () => ({ id: await insertRole(`role ${newId()}`, ['users:list']) }),
  '/rbac/permissions': async ({ post }) => {
    const asked = { name: freshPermission(), description: 'Export contacts' }
    return { name: String((await post('/rbac/permissions', asked)).name) }
  },
  '/profile-fields': async () => {
    const key = `field_${newId().replaceAll('-', '')}`
    const audience = { readableBy: 'administrators', writableBy: 'administrators' }
    const at = { createdAt: new Date(), updatedAt: new Date() }
    const label = { labelEn: 'City', labelTr: 'Şehir' }
    await db().profileField.create({
      data: { key, type: 'text', ...label, ...audience, ...at, required: false, position: 1 },
    })
    return { key }
  },
  '/users': async () => {
    const { id } = await insertUser()
    return { id, session_id: (await makeSession(id, testContext())).sessionId }
  },
  '/registrations': async () => ({ id: await insertWaitingUser() }),
  '/users/imports': async ({ get, post }) => {
    const { id } = await post('/users/imports?dry_run=true', [{ email: `${newId()}@example.org` }])
    await until('the dry run is done', WITHIN_MS, async () => {
      return (await get(`/users/imports/${String(id)}`)).status === 'completed'
    })
    return { id: String(id) }
  },
  '/users/bulk-actions': async ({ post }) => {
    const { id: userId } = await insertUser()
    const bulk = await post('/users/bulk-actions', {
      action: 'end_sessions',
      user_ids: [userId],
      dry_run: true,
    })
    return { id: String(bulk.id) }
  },
  '/api-keys': async ({ actor }) => ({
    id: (await makeApiKey(actor.id, ['users:list'])).apiKey.id,
  }),
  '/webhooks': async () => ({ id: await insertEndpoint() }),
  '/webhooks/deliveries': async () => {
    const id = newId()
    const now = new Date()
    await db().webhookDelivery.create({
      data: {
        id,
        endpointId: await insertEndpoint(),
        event: 'user.created',
        data: { user_id: newId() },
        occurredAt: now,
        status: 'failed',
        nextAttemptAt: now,
      },
    })
    return { id }
  },
  '/uploads': async ({ post }) => {
    const form = new FormData()
    form.set('file', new Blob(['hello'], { type: 'text/plain' }), 'a.txt')
    return { id: String((await post('/uploads', form)).id) }
  },
  '/contacts': async ({ get, post }) => {
    const subject = newId()
    await post('/contact', { name: 'Ada', email: 'ada@example.org', subject, message: 'Hello' })
    return named(subject, 'subject', await get('/contacts?limit=200'))!
  },
  '/inbox': async ({ actor, get, post }) => {
    const title = newId()
    await post('/notifications', { ...TEXT, title, to: { user_ids: [actor.id] } })
    return until('the item is there', WITHIN_MS, async () =>
      named(title, 'title', await get('/inbox?limit=200')),
    )
  },
  '/notifications': async ({ actor, post }) => {
    const send_at = new Date(Date.now() + 86_400_000).toISOString()
    const { batch_id } = await post('/notifications', {
      ...TEXT,
      to: { user_ids: [actor.id] },
      send_at,
    })
    return { batch_id: String(batch_id) }
  },
  '/payments': async ({ post }) => ({ id: String((await post('/payments', CHARGE, newKey())).id) }),
  '/payments/simulator': async ({ post }) => {
    const { next_action } = await post('/payments', CHARGE, newKey())
    return { id: (next_action as { url: string }).url.split('/').at(-1)! }
  },
  '/webhooks/payments': async () => ({ provider: 'simulator' }),
  '/notifications/templates': async ({ post }) => {
    return { id: String((await post('/notifications/templates', { ...TEXT, name: newId() })).id) }
  },
}

/** A webhook, beside as many others as there are: the limit is tested elsewhere. */
async function insertEndpoint(): Promise<string> {
  const id = newId()
  const secret = sealWebhookSecret(newWebhookSecret(), id)
  const now = new Date()
  await db().webhookEndpoint.create({
    data: {
      id,
      url: 'https://example.org/hooks',
      events: ['user.*'],
      secret,
      createdAt: now,
      updatedAt: now,
    },
  })
  return id
}

/** The object of a list that was created under this name: calls for others run at the same time. */
function named(
  name: string,
  field: string,
  page: Record<string, unknown>,
): { id: string } | undefined {
  const objects = page.data as { id: string; [field: string]: string }[]
  const found = objects.find((object) => object[field] === name)
  return found && { id: found.id }
}

/** The parameters of an operation's path, naming objects created for this call only. */
export async function throwawayParams(
  { path }: Operation,
  api: ApiClient,
  actor: SignedInUser,
): Promise<Record<string, string>> {
  if (!path.includes('{')) return {}
  const collection = path.slice(0, path.indexOf('/{'))
  const make = MAKERS[collection]
  if (!make) throw new Error(`MAKERS does not say how an object under ${collection} is made`)
  const asked = async (method: string, address: string, body?: unknown, headers = {}) => {
    const answer = await api.call(method, address, body, { ...bearer(actor.token), ...headers })
    if (answer.status >= 300) throw new Error(`${method} ${address} was refused: ${answer.text}`)
    return answer.body
  }
  return make({
    actor,
    get: (address) => asked('GET', address),
    post: (address, body, headers) => asked('POST', address, body, headers),
  })
}
