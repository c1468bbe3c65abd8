import { recordAudit } from '@/lib/audit/record-audit'
import { requireHuman } from '@/lib/bot-check/require-human'
import { queueMail } from '@/lib/mail/queue-mail'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/** Queues a verification mail. The address is looked up by the worker, so that nothing tells whether it exists. */
export async function resendVerification(
  input: { email: string; botcheckToken?: string },
  ctx: RequestContext,
): Promise<Outcome> {
  const notHuman = await requireHuman({ token: input.botcheckToken, action: 'resend_verification' }, ctx)
  if (notHuman) return notHuman
  await inTransaction(async (tx) => {
    await queueMail(tx, { mail: 'verify_email', email: input.email }, ctx.now)
    await recordAudit(tx, ctx, {
      action: 'email.verification_requested',
      outcome: 'ok',
      targetType: 'user',
      details: { email: input.email },
    })
  })
  return { ok: true }
}
