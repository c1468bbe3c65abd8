import { recordAudit } from '@/lib/audit/record-audit'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, RefusedError, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { maskPhone, mayReceiveTexts, normalizePhone } from '@/lib/sms/phone-number'
import { beginConfirmation, holdPhone, RESEND_SECONDS, writePhone } from '@/lib/sms/phone.store'
import { queueCode } from '@/lib/sms/queue-sms'
import { takeCode } from '@/lib/sms/sms-budget.store'
import { canSendTexts } from '@/lib/sms/text-sender'

/**
 * Asks for a phone number for one's own account: a code goes there, and a confirmed number stays until the new one is confirmed. The
 * answer is the same whoever else has the number, and for one that had its share of codes today and gets none.
 */
export async function requestPhoneCode(
  input: { phone: string },
  principal: Principal,
  ctx: RequestContext,
): Promise<Outcome> {
  const phone = normalizePhone(input.phone)
  if (!phone) return refuseNumber('invalid_phone')
  if (!mayReceiveTexts(phone)) return refuseNumber('unsupported_phone')
  if (!canSendTexts()) return refuse('sms_unavailable')
  try {
    return await inTransaction((tx) => request(tx, { phone, userId: principal.userId }, ctx))
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal
    throw error
  }
}

async function request(
  tx: Tx,
  { userId, phone }: { userId: string; phone: string },
  ctx: RequestContext,
): Promise<Outcome> {
  const { now } = ctx
  const present = await holdPhone(tx, userId)
  if (!present) return refuse('session_revoked')
  const verified = present.phoneVerifiedAt !== null
  if (verified && present.phone === phone) return refuseNumber('same_phone')
  const confirmationId = await beginConfirmation(tx, { userId, phone, now })
  if (!confirmationId) return refuse('phone_budget_exceeded', { retryAfterSeconds: RESEND_SECONDS })
  const grant = await takeCode(tx, { userId, phone, now })
  // Thrown: nothing that was written or taken so far stays.
  if (typeof grant === 'object') throw new RefusedError(refuseBudget(grant))
  if (grant === 'granted') await queueCode(tx, { userId, confirmationId }, now)
  if (!verified) await writePhone(tx, { userId, phone, verifiedAt: null, now })
  await recordAudit(tx, ctx, {
    action: 'phone.code_requested',
    outcome: 'ok',
    actorId: userId,
    targetType: 'user',
    targetId: userId,
    details: { phone: maskPhone(phone), ...(grant === 'number_used_up' && { withheld: true }) },
  })
  return { ok: true }
}

function refuseNumber(code: 'invalid_phone' | 'unsupported_phone' | 'same_phone'): Refusal {
  return refuse('validation_failed', { errors: [fieldError(['phone'], code)] })
}

function refuseBudget(grant: { usedUp: 'person' | 'service'; retryAfterSeconds: number }): Refusal {
  const { retryAfterSeconds } = grant
  if (grant.usedUp === 'person') return refuse('phone_budget_exceeded', { retryAfterSeconds })
  return refuse('sms_unavailable', { retryAfterSeconds })
}
