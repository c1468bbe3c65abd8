import { lockLiveSession } from '@/lib/access/live-caller.store'
import { presentProfile, type Profile } from '@/lib/accounts/present-profile'
import { findProfile } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import { maskPhone, mayReceiveTexts, normalizePhone } from '@/lib/messaging/sms/phone-number'
import {
  beginConfirmation,
  consumeCode,
  erasePhone,
  findVersionBeforeRequest,
  type PhoneRow,
  readPhone,
  RESEND_SECONDS,
  writePhone,
} from '@/lib/messaging/sms/phone.store'
import { queueCode } from '@/lib/messaging/sms/queue-sms'
import { takeCode } from '@/lib/messaging/sms/sms-budget.store'
import { canSendTexts } from '@/lib/messaging/sms/text-sender'
import { publish } from '@/lib/platform/bus/bus'
import { type AcceptedVersions, checkVersion } from '@/lib/platform/check-version'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, type Refusal, refuse, RefusedError } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import { listProfileFields } from '@/lib/profile-fields/profile-fields'

/** Each function below refuses `precondition_failed` if `versions` lacks that of the user. */
interface Versions {
  versions?: AcceptedVersions
}

/**
 * Requests a phone number for one's own account. A code is sent to it, and a confirmed number stays
 * until the new one is confirmed. The response is the same for a number that others have, and for
 * one that reached today's limit of codes and gets none. Returns the version of the user.
 */
export async function requestPhoneCode(
  input: { phone: string } & Versions,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ version: number }>> {
  const phone = normalizePhone(input.phone)
  if (!phone) return refuseNumber('invalid_phone')
  if (!mayReceiveTexts(phone)) return refuseNumber('unsupported_phone')
  if (!canSendTexts()) return refuse('sms_unavailable')
  try {
    return await inTransaction((tx) => request(tx, { ...input, phone }, principal, ctx))
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal
    throw error
  }
}

async function request(
  tx: Tx,
  { phone, versions }: { phone: string } & Versions,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ version: number }>> {
  const { now } = ctx
  const { userId } = principal
  const locked = await lockOwnPhone(tx, principal, { versions, now })
  if (!locked.ok) return locked
  const { present } = locked
  const verified = present.phoneVerifiedAt !== null
  if (verified && present.phone === phone) return refuseNumber('same_phone')
  const version = verified ? present.version : present.version + 1
  const userVersion = verified ? null : version
  const confirmationId = await beginConfirmation(tx, { userId, phone, userVersion, now })
  if (!confirmationId) return refuse('phone_budget_exceeded', { retryAfterSeconds: RESEND_SECONDS })
  const grant = await takeCode(tx, { userId, phone, now })
  // Thrown, so that all writes and counts so far are rolled back.
  if (typeof grant === 'object') throw new RefusedError(refuseBudget(grant))
  if (grant === 'granted') await queueCode(tx, { userId, confirmationId }, now)
  if (!verified) await writePhone(tx, { userId, phone, verifiedAt: null, now })
  await recordAudit(tx, ctx, {
    action: 'phone.code_requested',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { phone: maskPhone(phone), ...(grant === 'number_used_up' && { withheld: true }) },
  })
  return { ok: true, version }
}

/** The number of the session's user, whose row is locked until `tx` ends. */
async function lockOwnPhone(
  tx: Tx,
  principal: SessionPrincipal,
  { versions, now }: Versions & { now: Date },
): Promise<Outcome<{ present: PhoneRow }>> {
  if (!(await lockLiveSession(tx, { ...principal, now }))) return refuse('session_revoked')
  const present = await readPhone(tx, principal.userId)
  return checkVersion(present, versions) ?? { ok: true, present }
}

/**
 * As `checkVersion`, but accepts the version from before the request too, unless something else has
 * changed the user since: requesting a code must not prevent the caller from entering it.
 */
async function checkVersionOrRequest(
  tx: Tx,
  userId: string,
  { present, versions }: { present: PhoneRow } & Versions,
): Promise<Refusal | null> {
  const stale = checkVersion(present, versions)
  if (!stale) return null
  const before = await findVersionBeforeRequest(tx, userId, present)
  return before === null ? stale : checkVersion({ version: before }, versions)
}

function refuseNumber(code: 'invalid_phone' | 'unsupported_phone' | 'same_phone'): Refusal {
  return refuse('validation_failed', { errors: [fieldError(['phone'], code)] })
}

function refuseBudget(grant: { usedUp: 'user' | 'service'; retryAfterSeconds: number }): Refusal {
  const { retryAfterSeconds } = grant
  if (grant.usedUp === 'user') return refuse('phone_budget_exceeded', { retryAfterSeconds })
  return refuse('sms_unavailable', { retryAfterSeconds })
}

/**
 * Confirms the requested number with the code sent to it, and notifies the owner. Codes that are
 * wrong, used, expired or out of their five tries are refused alike. `versions` may also be that
 * from before the request of the code.
 */
export async function confirmPhone(
  { versions, ...input }: { code: string } & Versions,
  principal: SessionPrincipal,
  ctx: RequestContext,
): Promise<Outcome<{ user: Profile; version: number }>> {
  const { userId } = principal
  const fields = await listProfileFields()
  return inTransaction(async (tx) => {
    const locked = await lockOwnPhone(tx, principal, { now: ctx.now })
    if (!locked.ok) return locked
    const { present: before } = locked
    const stale = await checkVersionOrRequest(tx, userId, { present: before, versions })
    if (stale) return stale
    const code = input.code.replace(/[\s-]/g, '')
    const phone = await consumeCode(tx, { userId, code, now: ctx.now })
    if (!phone) {
      await recordAudit(tx, ctx, {
        ...auditTarget(userId),
        action: 'phone.code_refused',
        outcome: 'refused',
      })
      return refuse('validation_failed', { errors: [fieldError(['code'], 'wrong_code')] })
    }
    await writePhone(tx, { userId, phone, verifiedAt: ctx.now, now: ctx.now })
    await publish(tx, { type: 'user.changed', userId })
    const replaced = before.phoneVerifiedAt ? before.phone : null
    await notifyOwner(tx, { mail: 'phone_changed', userId, ...seenBy(ctx) }, ctx.now, replaced)
    await recordAudit(tx, ctx, {
      ...auditTarget(userId),
      action: 'phone.verified',
      outcome: 'ok',
      details: { before: replaced && maskPhone(replaced), after: maskPhone(phone) },
    })
    const row = (await findProfile(tx, userId))!
    const { version } = row
    return { ok: true, user: presentProfile(row, principal.roles, fields), version }
  })
}

function auditTarget(userId: string) {
  return { actorId: userId, targetId: userId }
}

/**
 * Removes the number of one's own account and a change that waits for its code. Succeeds also when
 * there is none. Returns the version that the user has afterwards.
 */
export function removePhone(
  principal: SessionPrincipal,
  ctx: RequestContext,
  { versions }: Versions = {},
): Promise<Outcome<{ version: number }>> {
  const { userId } = principal
  return inTransaction(async (tx) => {
    const locked = await lockOwnPhone(tx, principal, { versions, now: ctx.now })
    if (!locked.ok) return locked
    const { present: before } = locked
    await erasePhone(tx, { userId, now: ctx.now })
    if (!before.phone) return { ok: true, version: before.version }
    await publish(tx, { type: 'user.changed', userId })
    // An unconfirmed number was never in use, so there is nothing to report.
    if (before.phoneVerifiedAt)
      await notifyOwner(
        tx,
        { mail: 'phone_removed', userId, ...seenBy(ctx) },
        ctx.now,
        before.phone,
      )
    await recordAudit(tx, ctx, {
      action: 'phone.removed',
      outcome: 'ok',
      actorId: userId,
      targetId: userId,
      details: { before: maskPhone(before.phone) },
    })
    return { ok: true, version: before.version + 1 }
  })
}
