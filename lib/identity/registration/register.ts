import { grantSystemRole } from '@/lib/access/grants.store'
import {
  type AddedAttempt,
  addRegistration,
  createRegistration,
} from '@/lib/accounts/registration.store'
import { awaitsApproval } from '@/lib/accounts/user-status'
import { type Credentials, findCredentialsByEmail } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { checkPasswordStrength } from '@/lib/identity/passwords/password-policy'
import { checkMayRegister, needsApproval } from '@/lib/accounts/registration-policy'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { derivedKey, hmacSha256, sha256 } from '@/lib/platform/crypto'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import type { ProfileInput } from '@/lib/profile-fields/profile-field.schemas'
import { holdProfileFields, listProfileFields } from '@/lib/profile-fields/profile-fields'
import { requiredFields, validateAsked } from '@/lib/profile-fields/profile-values'
import { verifyBotCheck } from '@/lib/protection/bot-check/verify-bot-check'

/**
 * Registers an account, if the settings allow its address. The response is the same whether the
 * address is free, pending or taken; only the email to its owner differs. The password is hashed
 * before the lookup, so that timing reveals nothing either. A pending address may be registered by
 * several users, and each attempt is independent. `browser` is the secret in the cookie of the
 * browser that registers.
 */
export async function register(
  input: {
    email: string
    password: string
    name?: string | null
    /** A function is called after the bot check: a form is read with the fields' definitions. */
    profile?: ProfileInput | (() => Promise<ProfileInput>)
    botcheckToken?: string
    browser?: string
  },
  ctx: RequestContext,
): Promise<Outcome<{ status: 'verification_required' }>> {
  const { email, password, name = null, browser } = input
  const closed = checkMayRegister(email)
  if (closed) return closed
  const notHuman = await verifyBotCheck({ token: input.botcheckToken, action: 'register' }, ctx)
  if (notHuman) return notHuman
  const weak = checkPasswordStrength(password, { email, pointer: '/password' })
  if (weak) return weak
  const { profile: given = {} } = input
  const profile = typeof given === 'function' ? await given() : given
  // Before hashing. Decided again with the registration, because a field may change meanwhile.
  const checked = validateAsked(requiredFields(await listProfileFields()), profile)
  if (!checked.ok) return checked
  const attempt = {
    email,
    name,
    passwordHash: await hashPassword(password, registrationSalt(email)),
    browserHash: browser === undefined ? null : sha256(browser),
    needsApproval: needsApproval(),
    locale: ctx.locale,
    now: ctx.now,
  }
  return inTransaction(async (tx) => {
    // Before the lookup, so that the answer is the same for every address.
    const valid = validateAsked(requiredFields(await holdProfileFields(tx)), profile)
    if (!valid.ok) return valid
    await registerOnce(tx, { ...attempt, profile: valid.values }, ctx)
    return { ok: true, status: 'verification_required' }
  })
}

type Attempt = Parameters<typeof createRegistration>[1]

async function registerOnce(tx: Tx, attempt: Attempt, ctx: RequestContext): Promise<void> {
  if (await addAttempt(tx, attempt, ctx)) return
  const owner = await findCredentialsByEmail(tx, attempt.email)
  if (owner) {
    await notifyExistingOwner(tx, owner, ctx.now)
    await audit(tx, ctx, owner.id, 'taken')
  } else {
    // The account that had the address was deleted while this transaction waited for its row.
    await addAttempt(tx, attempt, ctx)
  }
}

/** Registers the account, or adds to its pending registrations. Returns whether it did. */
async function addAttempt(tx: Tx, attempt: Attempt, ctx: RequestContext): Promise<boolean> {
  const added = (await createRegistration(tx, attempt)) ?? (await addRegistration(tx, attempt))
  if (!added) return false
  const { userId, result, attemptId } = added
  if (result === 'created') await grantSystemRole(tx, userId, 'user')
  await queueMail(
    tx,
    { mail: 'verify_email', email: attempt.email, attemptId: attemptId ?? undefined },
    ctx.now,
  )
  await audit(tx, ctx, userId, result)
  return true
}

async function notifyExistingOwner(tx: Tx, owner: Credentials, now: Date): Promise<void> {
  const { id: userId, email, status, passwordHash } = owner
  const at = now.toISOString()
  if (status === 'active') await queueMail(tx, { mail: 'already_registered', userId, at }, now)
  if (status !== 'pending') return
  if (awaitsApproval(owner)) return queueMail(tx, { mail: 'registration_waiting', userId, at }, now)
  // An administrator created this pending account, so the email leads its owner to it. If it came
  // with a password, the owner gets a link to choose a new one, because the person who chose the
  // old one has not proven the address.
  if (passwordHash === null) await queueMail(tx, { mail: 'invitation', userId, at }, now)
  else await queueMail(tx, { mail: 'reset_password', email }, now)
}

function audit(
  tx: Tx,
  ctx: RequestContext,
  userId: string,
  result: AddedAttempt['result'] | 'taken',
) {
  return recordAudit(tx, ctx, {
    action: 'user.registered',
    outcome: result === 'taken' ? 'refused' : 'ok',
    targetId: userId,
    details: { result },
  })
}

const SALT_BYTES = 16

/**
 * The salt of every registration of a (normalized) address. It is derived rather than stored,
 * because a registration hashes its password before it looks anything up, and because a sign-in can
 * compare a password with all pending registrations using one hash. It can't be computed without
 * AUTH_JWT_SECRET.
 */
export function registrationSalt(email: string): Uint8Array {
  const mac = hmacSha256(derivedKey(settings().tokens.secret, 'registration-salt'), email)
  return new Uint8Array(mac.subarray(0, SALT_BYTES))
}

/**
 * Queues a verification email. The worker looks the address up, so that nothing reveals whether it
 * exists.
 */
export async function resendVerification(
  input: { email: string; botcheckToken?: string },
  ctx: RequestContext,
): Promise<Outcome> {
  const notHuman = await verifyBotCheck(
    { token: input.botcheckToken, action: 'resend_verification' },
    ctx,
  )
  if (notHuman) return notHuman
  await inTransaction(async (tx) => {
    await queueMail(tx, { mail: 'verify_email', email: input.email }, ctx.now)
    await recordAudit(tx, ctx, {
      action: 'email.verification_requested',
      outcome: 'ok',
      details: { email: input.email },
    })
  })
  return { ok: true }
}
