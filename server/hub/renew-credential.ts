import { renewedUntil } from '@/lib/http/live-caller'
import { now } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import type { LiveSocket } from '@/server/hub/live-socket'

/** The one thing a client may say: here is a newer access token of my session. */
export const RENEW = 'auth.renew'

/** What the client is told; `code` is that of the API's problems. */
export type RenewalAnswer = { ok: true; expires_at: string | null } | { ok: false; code: string }

/**
 * Lets a connection live until a newer token of the same session and user ends. A token that proves anything else changes nothing:
 * the connection goes on as long as it would have. Connections by cookie live with their session and need none.
 */
export async function renewCredential(socket: LiveSocket, data: unknown): Promise<RenewalAnswer> {
  const { caller } = socket
  if (caller.endsAt === null) return { ok: true, expires_at: null }
  const token = (data as { access_token?: unknown } | null | undefined)?.access_token
  if (typeof token !== 'string') return { ok: false, code: 'validation_failed' }
  try {
    const renewed = await renewedUntil(token, caller, now())
    if (!renewed.ok) return { ok: false, code: renewed.code }
    if (renewed.endsAt > caller.endsAt) caller.endsAt = renewed.endsAt
    if (renewed.generation > caller.generation) caller.generation = renewed.generation
    return { ok: true, expires_at: caller.endsAt.toISOString() }
  } catch (error) {
    logger().warn({ error }, 'a live connection could not be renewed')
    return { ok: false, code: 'unavailable' }
  }
}
