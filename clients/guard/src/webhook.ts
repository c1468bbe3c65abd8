import { createHmac, timingSafeEqual } from 'node:crypto'
import { types } from 'node:util'
import type { Change } from './feed.js'
import { EVENT_TYPES, type WebhookEvent } from './webhook-events.js'

/** A delivery as it arrived. The body must be the bytes that were sent, not parsed JSON. */
export interface WebhookDelivery {
  headers: Headers | Record<string, string | readonly string[] | undefined>
  body: string | Uint8Array
}

export const MAX_WEBHOOK_BYTES = 256 * 1024
const MAX_AGE_SECONDS = 300
const MAX_SIGNATURES = 10

/**
 * The HMAC key of a `whsec_…` secret. Throws for any other text: a typo must not disable webhooks.
 */
export function webhookKey(secret: string | undefined): Buffer {
  const text = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(secret ?? '')?.[1]
  const key = text ? Buffer.from(text, 'base64') : null
  if (!key || key.length < 16) throw new TypeError('each of webhookSecrets has the form whsec_…')
  return key
}

/**
 * Whether a body is as it arrived. After a body parser it may be anything, also for callers whom no
 * one has authenticated.
 */
export function isRawBody(body: unknown): body is WebhookDelivery['body'] {
  // Not `instanceof`, which is false for the bytes of another realm, such as those of a test in
  // Jest.
  return typeof body === 'string' || types.isUint8Array(body)
}

type ReadWebhook = { ok: true; event: WebhookEvent | null; change: Change | null } | { ok: false }

/**
 * The event of a genuine delivery, or `null` if this version doesn't know it; and the change of
 * access that it reports, or `null` if it is about something else. Follows Standard Webhooks:
 * several signatures are tried, because two are sent while a secret is replaced. `now`:
 * milliseconds since 1970.
 */
export function readWebhook(
  { headers, body }: WebhookDelivery,
  keys: readonly Buffer[],
  now: number,
): ReadWebhook {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return { ok: false }
  if (Math.abs(now / 1000 - Number(timestamp)) > MAX_AGE_SECONDS) return { ok: false }
  const given = signatures
    .split(' ', MAX_SIGNATURES)
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
  const genuine = keys.some((key) => {
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
    return given.some((one) => one.length === mac.length && timingSafeEqual(one, mac))
  })
  if (!genuine) return { ok: false }
  const said = parse(body)
  return { ok: true, event: isKnown(said) ? said : null, change: changeOf(said) }
}

function headerOf(headers: WebhookDelivery['headers'], name: string): string | null {
  if (headers instanceof Headers) return headers.get(name)
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

/** Whether it is one of our events. Its data isn't checked: the signature proves who wrote it. */
function isKnown(said: Said): said is WebhookEvent {
  return typeof said.type === 'string' && EVENT_TYPES.has(said.type) && said.data instanceof Object
}

function changeOf({ type, data }: Said): Change | null {
  const [family] = typeof type === 'string' ? type.split('.', 1) : []
  const { session_id: sessionId, user_id } = (data ?? {}) as Record<string, unknown>
  const userId = typeof user_id === 'string' ? user_id : null
  if (type === 'session.revoked' && typeof sessionId === 'string')
    return { type: 'session', sessionId, userId }
  if (family === 'user' || family === 'session') return { type: 'access', userId }
  // Who has the role or permission is not said.
  return family === 'role' || family === 'permission' ? { type: 'access', userId: null } : null
}

interface Said {
  type?: unknown
  data?: unknown
}

function parse(body: string | Uint8Array): Said {
  try {
    const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
    return (JSON.parse(text) ?? {}) as Said
  } catch {
    return {}
  }
}
