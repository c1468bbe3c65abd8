import { insertSignInCode } from '@/lib/accounts/sign-in-code.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { newSecretToken } from '@/lib/platform/crypto'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { verifyBotCheck } from '@/lib/protection/bot-check/verify-bot-check'

/**
 * Begins a sign-in with an emailed code. The returned secret stays with the browser or app that
 * asks, and the code is worth nothing without it. Always a new one, so that no one can choose it
 * for another user. The worker looks the address up, so that neither the response nor its timing
 * reveals whether it has an account.
 */
export async function requestEmailCode(
  input: { email: string; botcheckToken?: string; nextPath?: string | null },
  ctx: RequestContext,
): Promise<Outcome<{ secret: string }>> {
  if (!settings().emailCode) return refuse('feature_disabled')
  const { email, nextPath = null } = input
  const notHuman = await verifyBotCheck({ token: input.botcheckToken, action: 'email_code' }, ctx)
  if (notHuman) return notHuman
  const [id, secret] = [newId(), newSecretToken()]
  const { surface, now } = ctx
  await inTransaction(async (tx) => {
    await insertSignInCode(tx, { id, secret, surface, email, nextPath, now })
    await queueMail(tx, { mail: 'sign_in_code', signInId: id }, now)
    await recordAudit(tx, ctx, {
      action: 'session.code_requested',
      outcome: 'ok',
      details: { email },
    })
  })
  return { ok: true, secret }
}
