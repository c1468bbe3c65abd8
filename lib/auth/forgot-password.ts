import { recordAudit } from '@/lib/audit/record-audit'
import { requireHuman } from '@/lib/bot-check/require-human'
import { queueMail } from '@/lib/mail/queue-mail'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/** Queues a reset mail. The address is looked up by the worker, so that neither answer nor time tells whether it exists. */
export async function forgotPassword(
  input: { email: string; botcheckToken?: string },
  ctx: RequestContext,
): Promise<Outcome> {
  const notHuman = await requireHuman({ token: input.botcheckToken, action: 'forgot_password' }, ctx)
  if (notHuman) return notHuman
  await inTransaction(async (tx) => {
    await queueMail(tx, { mail: 'reset_password', email: input.email }, ctx.now)
    await recordAudit(tx, ctx, {
      action: 'password.reset_requested',
      outcome: 'ok',
      targetType: 'user',
      details: { email: input.email },
    })
  })
  return { ok: true }
}
