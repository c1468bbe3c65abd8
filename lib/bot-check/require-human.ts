import { askVerifier } from '@/lib/bot-check/ask-verifier'
import { claimToken } from '@/lib/bot-check/spent-tokens'
import { settings } from '@/lib/config/settings'
import { logger } from '@/lib/platform/logger'
import { refuse, type Refusal } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/** What a token is made for; the widget tells the provider, which tells it back. */
export type HumanAction = 'login' | 'register' | 'forgot_password' | 'resend_verification' | 'contact'

const RETRY_AFTER_SECONDS = 5

/**
 * Asks the bot-check provider whether a person is there. Null: go on (also while no keys are set, which only local mode allows);
 * else `botcheck_failed`, or `botcheck_unavailable` when the provider gives no usable answer: nothing is let through unchecked. Use
 * cases call it before anything else, so that a refused request costs no password work, no query and no attempt.
 */
export async function requireHuman(
  asked: { token: string | undefined; action: HumanAction },
  ctx: RequestContext,
): Promise<Refusal | null> {
  const { botCheck, baseUrl } = settings()
  if (!botCheck) return null
  if (!asked.token) return refuse('botcheck_failed')
  // The provider lets each token through once; two requests that ask it at the same moment might both be told yes.
  const claim = claimToken(asked.token)
  if (!claim) return refused('used before', ctx)
  const verdict = await askVerifier(botCheck, { token: asked.token, ip: ctx.ip })
  if (verdict.kind !== 'passed') claim.giveBack()
  if (verdict.kind === 'unavailable') {
    logger().error({ requestId: ctx.requestId, reason: verdict.reason }, 'the bot check gives no answer')
    return refuse('botcheck_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  if (verdict.kind === 'failed') return refused(verdict.reason, ctx)
  // A token solved on another site, with the same site key, or for a cheaper form of this one.
  if (verdict.hostname !== new URL(baseUrl).hostname) return refused('another host', ctx)
  if (verdict.action && verdict.action !== asked.action) return refused('another action', ctx)
  return null
}

function refused(reason: string, { requestId, ip }: RequestContext): Refusal {
  logger().info({ requestId, ip, reason }, 'bot check not passed')
  return refuse('botcheck_failed')
}
