import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { processSingleton } from '@/lib/config/process-singleton'
import { settings } from '@/lib/config/settings'
import { readBounded } from '@/lib/platform/byte-collector'
import { logger } from '@/lib/platform/logger'
import { type Refusal, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { tracedCall } from '@/lib/platform/trace'
import { providerAt } from '@/lib/protection/bot-check/bot-check-widget'

/** What a token is issued for. The widget passes it to the provider, which returns it. */
export type BotCheckAction =
  'login' | 'email_code' | 'register' | 'forgot_password' | 'resend_verification' | 'contact'

const RETRY_AFTER_SECONDS = 5

/**
 * Asks the bot-check provider whether the client is human. Returns null to continue (also if no
 * keys are set, which only local mode allows), else `botcheck_failed`, or `botcheck_unavailable` if
 * the provider gives no usable answer: it fails closed. Use cases call it before anything else, so
 * that a refused request costs no password hashing, no query and no attempt.
 */
export async function verifyBotCheck(
  asked: { token: string | undefined; action: BotCheckAction },
  ctx: RequestContext,
): Promise<Refusal | null> {
  const { botCheck } = settings()
  if (!botCheck) return null
  if (!asked.token) return refuse('botcheck_failed')
  // The provider accepts each token once, but two simultaneous requests might both succeed.
  const claim = claimToken(asked.token)
  if (!claim) return refused('used before', ctx)
  const verdict = await callSiteverify(botCheck, { token: asked.token, ip: ctx.ip })
  if (verdict.kind !== 'passed') claim.giveBack()
  if (verdict.kind === 'unavailable') {
    logger().error(
      { request_id: ctx.requestId, reason: verdict.reason },
      'the bot check gives no answer',
    )
    return refuse('botcheck_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  if (verdict.kind === 'failed') return refused(verdict.reason, ctx)
  // A token solved on another site with the same site key, or for a less protected form of this
  // one.
  if (!isOwnHost(botCheck, verdict.hostname)) return refused('another host', ctx)
  if (verdict.action && verdict.action !== asked.action) return refused('another action', ctx)
  return null
}

/** Turnstile and hCaptcha always report the host; a verifier of your own may leave it out. */
function isOwnHost(
  { hostNames, verifyUrl }: { hostNames: readonly string[]; verifyUrl: string },
  hostname: string | null,
): boolean {
  return hostname === null ? providerAt(verifyUrl) === null : hostNames.includes(hostname)
}

function refused(reason: string, { requestId, ip }: RequestContext): Refusal {
  logger().info({ request_id: requestId, ip, reason }, 'bot check not passed')
  return refuse('botcheck_failed')
}

/**
 * Tokens live for five minutes at most. One process serves fewer sign-ins than this in that time.
 */
const MAX_TOKENS = 20_000

/**
 * Claims a token for one request. Null if another request has claimed it or already passed with it.
 * A released token can be claimed again: only accepted tokens stay, so that a flood of made-up ones
 * evicts none of them.
 */
function claimToken(token: string): { giveBack(): void } | null {
  const key = createHash('sha256').update(token).digest('base64')
  const taken = processSingleton(
    'bot-check-tokens',
    () => new LRUCache<string, true>({ max: MAX_TOKENS }),
  )
  if (taken.has(key)) return null
  taken.set(key, true)
  return { giveBack: () => void taken.delete(key) }
}

const TIMEOUT_MS = 3000
const MAX_BYTES = 32_768

/** Faults of ours or of the provider's, which a visitor cannot fix by retrying. */
const NOT_THE_VISITORS_FAULT = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'internal-error',
])

const answerSchema = z.object({
  success: z.boolean(),
  hostname: z.string().nullish(),
  action: z.string().nullish(),
  'error-codes': z.array(z.string()).nullish(),
})

/** What the provider says about a token; `unavailable` if its answer is not usable. */
export type SiteverifyVerdict =
  | { kind: 'passed'; hostname: string | null; action: string | null }
  | { kind: 'failed'; reason: string }
  | { kind: 'unavailable'; reason: string }

/**
 * Sends one request to the provider's verification URL, in the format of Turnstile and hCaptcha. At
 * most 3 s and 32 kB. Redirects are not followed, because that would send the secret elsewhere.
 * Never throws; reasons contain neither the token nor the secret.
 */
export async function callSiteverify(
  provider: { verifyUrl: string; secretKey: string },
  visitor: { token: string; ip: string | null },
  deadline = AbortSignal.timeout(TIMEOUT_MS),
): Promise<SiteverifyVerdict> {
  const body = new URLSearchParams({ secret: provider.secretKey, response: visitor.token })
  if (visitor.ip) body.set('remoteip', visitor.ip)
  try {
    const response = await tracedCall('POST', provider.verifyUrl, () =>
      fetch(provider.verifyUrl, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { accept: 'application/json' },
        signal: deadline,
      }),
    )
    if (!response.ok) {
      await response.body?.cancel()
      return { kind: 'unavailable', reason: `status ${response.status}` }
    }
    return toVerdict(await readBounded(response.body ?? [], MAX_BYTES))
  } catch (error) {
    return { kind: 'unavailable', reason: error instanceof Error ? reasonOf(error) : 'unreachable' }
  }
}

function toVerdict(body: Buffer | null): SiteverifyVerdict {
  if (body === null) return { kind: 'unavailable', reason: 'answer too long' }
  const parsed = answerSchema.safeParse(parseJson(body.toString('utf8')))
  if (!parsed.success) return { kind: 'unavailable', reason: 'answer unreadable' }
  const { success, hostname, action, 'error-codes': codes } = parsed.data
  if (success) return { kind: 'passed', hostname: hostname ?? null, action: action ?? null }
  const known = (codes ?? []).filter((code) => /^[a-z-]{1,40}$/.test(code)).slice(0, 5)
  const kind = known.some((code) => NOT_THE_VISITORS_FAULT.has(code)) ? 'unavailable' : 'failed'
  return { kind, reason: known.join(', ') || 'no reason given' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: Error): string {
  const cause = (error.cause as { code?: unknown } | undefined)?.code
  return typeof cause === 'string' ? cause : error.name
}
