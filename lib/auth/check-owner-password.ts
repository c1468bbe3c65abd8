import { recordAudit } from '@/lib/audit/record-audit'
import { checkCurrentPassword } from '@/lib/auth/check-current-password'
import { db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import type { Credentials } from '@/lib/users/user.store'

/**
 * Asks the owner of an account that has a password for it before what a borrowed session must not do; a wrong one is recorded. Refuses with
 * `validation_failed` when none was given.
 */
export async function checkOwnerPassword(
  user: Credentials,
  by: { password: string | undefined; refusedAction: string },
  ctx: RequestContext,
): Promise<Outcome> {
  if (!by.password) return refuse('validation_failed', { errors: [fieldError(['password'], 'required')] })
  const checked = await checkCurrentPassword(user, by.password, ctx)
  if (!checked.ok)
    await recordAudit(db(), ctx, {
      action: by.refusedAction,
      outcome: 'refused',
      actorId: user.id,
      targetType: 'user',
      targetId: user.id,
      details: { reason: checked.code },
    })
  return checked
}
