import { queueMail } from '@/lib/mail/queue-mail'
import { db } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { findCredentials } from '@/lib/users/user.store'

/**
 * Mails the signed-in person the link with which a password is chosen: the way to a first one. It goes to the account's own
 * address, so a borrowed session sets no password.
 */
export async function sendPasswordLink(principal: Principal, ctx: RequestContext): Promise<Outcome> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  await queueMail(db(), { mail: 'reset_password', email: user.email }, ctx.now)
  return { ok: true }
}
