import { recordAudit } from '@/lib/audit/record-audit'
import { tellOwner } from '@/lib/inbox/tell-owner'
import { publish } from '@/lib/platform/bus/bus'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { maskPhone } from '@/lib/sms/phone-number'
import { erasePhone, holdPhone } from '@/lib/sms/phone.store'

/** Removes the number of one's own account, and a change that waits for its code. Done also where there is none. */
export function removePhone(principal: Principal, ctx: RequestContext): Promise<Outcome> {
  const { userId } = principal
  return inTransaction(async (tx) => {
    const before = await holdPhone(tx, userId)
    if (!before) return refuse('session_revoked')
    await erasePhone(tx, { userId, now: ctx.now })
    if (!before.phone) return { ok: true }
    await publish(tx, { type: 'user.changed', userId })
    const seen = { at: ctx.now.toISOString(), ip: ctx.ip ?? undefined, device: ctx.userAgent ?? undefined }
    // A number that was never confirmed was of no use to anybody.
    if (before.phoneVerifiedAt)
      await tellOwner(tx, { mail: 'phone_removed', userId, ...seen }, ctx.now, before.phone)
    await recordAudit(tx, ctx, {
      action: 'phone.removed',
      outcome: 'ok',
      actorId: userId,
      targetType: 'user',
      targetId: userId,
      details: { before: maskPhone(before.phone) },
    })
    return { ok: true }
  })
}
