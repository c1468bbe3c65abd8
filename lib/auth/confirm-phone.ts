import { recordAudit } from '@/lib/audit/record-audit'
import { tellOwner } from '@/lib/inbox/tell-owner'
import { publish } from '@/lib/platform/bus/bus'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { maskPhone } from '@/lib/sms/phone-number'
import { consumeCode, holdPhone, writePhone } from '@/lib/sms/phone.store'
import { presentProfile, type Profile } from '@/lib/users/present-profile'
import { findProfile } from '@/lib/users/user.store'

/**
 * Confirms the number that the person asked for, with the code sent to it; the owner is told. A wrong code, one that was used, has
 * expired or had its five tries is refused alike.
 */
export function confirmPhone(
  input: { code: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome<{ user: Profile }>> {
  const { userId } = principal
  return inTransaction(async (tx) => {
    const before = await holdPhone(tx, userId)
    if (!before) return refuse('session_revoked')
    const code = input.code.replace(/[\s-]/g, '')
    const phone = await consumeCode(tx, { userId, code, now: ctx.now })
    if (!phone) {
      await recordAudit(tx, ctx, { ...about(userId), action: 'phone.code_refused', outcome: 'refused' })
      return refuse('validation_failed', { errors: [fieldError(['code'], 'wrong_code')] })
    }
    await writePhone(tx, { userId, phone, verifiedAt: ctx.now, now: ctx.now })
    await publish(tx, { type: 'user.changed', userId })
    const seen = { at: ctx.now.toISOString(), ip: ctx.ip ?? undefined, device: ctx.userAgent ?? undefined }
    const replaced = before.phoneVerifiedAt ? before.phone : null
    await tellOwner(tx, { mail: 'phone_changed', userId, ...seen }, ctx.now, replaced)
    await recordAudit(tx, ctx, {
      ...about(userId),
      action: 'phone.verified',
      outcome: 'ok',
      details: { before: replaced && maskPhone(replaced), after: maskPhone(phone) },
    })
    return { ok: true, user: presentProfile((await findProfile(tx, userId))!, principal.roles) }
  })
}

function about(userId: string) {
  return { actorId: userId, targetType: 'user', targetId: userId }
}
