import { queueMail } from '@/lib/mail/queue-mail'
import { db } from '@/lib/platform/db/database'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/** Queues a reset mail. The address is looked up by the worker, so that neither answer nor time tells whether it exists. */
export async function forgotPassword(input: { email: string }, ctx: RequestContext): Promise<Outcome> {
  await queueMail(db(), { mail: 'reset_password', email: input.email }, ctx.now)
  return { ok: true }
}
