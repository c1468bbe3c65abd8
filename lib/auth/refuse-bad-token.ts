import { recordAudit } from '@/lib/audit/record-audit'
import { db } from '@/lib/platform/db/database'
import { refuse, type Refusal } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

type BadTokenAction =
  | 'password.reset_refused'
  | 'email.verification_refused'
  | 'email.confirmation_refused'
  | 'administrator.creation_refused'

/** The refusal of a single-use token that is wrong, used or expired, on record: whoever tries one may be guessing or late. */
export async function refuseBadToken(
  action: BadTokenAction,
  ctx: RequestContext,
  details: { email?: string; taken?: boolean } = {},
): Promise<Refusal> {
  const reason = 'invalid_or_expired_token'
  await recordAudit(db(), ctx, {
    action,
    outcome: 'refused',
    targetType: 'user',
    details: { reason, ...details },
  })
  return refuse(reason)
}
