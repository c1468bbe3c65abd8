import { strangeResponse } from './errors.ts'
import { waitAfter } from './retry.ts'
import type { Sender } from './sender.ts'
import type { Tokens } from './session.ts'
import { pause } from './waiting.ts'

const PATH = '/api/v1/auth/refresh'
/**
 * All attempts fit into the minute in which the service repeats its answer. A later one, after the
 * app was closed or offline, may come too late: only then does a lost response end the session.
 */
const TIMEOUT_MS = 7000
const RETRIES = 4

/**
 * Exchanges a refresh token for new tokens. Repeats the request with the same key while its
 * response is lost; throws the service's refusal, or the last fault.
 */
export async function exchange(sender: Sender, refreshToken: string, key: string): Promise<Tokens> {
  const init = { body: { refresh_token: refreshToken }, headers: { 'idempotency-key': key } }
  for (let failed = 0; ; failed++) {
    try {
      const { data } = await sender.send('post', PATH, init, TIMEOUT_MS)
      return requireTokens(data)
    } catch (error) {
      const wait = waitAfter(error, { failed, retries: RETRIES, isRepeatable: true })
      if (wait === null) throw error
      await pause(wait)
    }
  }
}

/** The tokens of an answer. Throws if it holds none, as that of a captive portal. */
export function requireTokens(data: unknown): Tokens {
  if (isTokens(data)) return data
  throw strangeResponse('The answer holds no tokens.')
}

/** Whether a body is that of a successful sign-in or refresh. */
export function isTokens(data: unknown): data is Tokens {
  const { access_token, refresh_token } = (data ?? {}) as Partial<Tokens>
  return typeof access_token === 'string' && typeof refresh_token === 'string'
}
