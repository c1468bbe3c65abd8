import { checkHoldsPermissionsOf, checkPermissionHeld } from '@/lib/access/administer'
import { lockCatalog } from '@/lib/access/catalog.store'
import {
  consumeEmailToken,
  discardEmailTokens,
  peekEmailToken,
} from '@/lib/accounts/email-token.store'
import { claimInvitedUser } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { lockPlantedAccess } from '@/lib/identity/account/account-locks.store'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { checkPasswordStrength } from '@/lib/identity/passwords/password-policy'
import { refuseBadToken } from '@/lib/identity/registration/email-links'
import { endUnprovenAccess } from '@/lib/identity/registration/unproven-access'
import { establishSession, type IssuedSession } from '@/lib/identity/sessions/establish-session'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, type Refusal, refuse, RefusedError } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import type { ProfileInput } from '@/lib/profile-fields/profile-field.schemas'
import {
  holdProfileFields,
  listProfileFields,
  type ProfileField,
} from '@/lib/profile-fields/profile-fields'
import { mergeProfileValues, readProfileValues } from '@/lib/profile-fields/profile-values.store'
import {
  missingFields,
  refuseLargeProfile,
  validateAsked,
} from '@/lib/profile-fields/profile-values'

interface Acceptance {
  token: string
  name: string | null
  passwordHash: string
}

/**
 * Accepts an invitation: the account becomes active with the password that its owner chooses, and
 * the owner is signed in. An emailed link proves access to the mailbox, so the address becomes
 * verified. A link shown to an administrator proves nothing, and is only as valid as that
 * administrator when it is used: they must still be allowed to invite, and to manage the account,
 * whatever roles it was given since. The owner gives the required profile fields that the account
 * lacks. Of concurrent uses of the token one wins; a refusal consumes nothing.
 */
export async function acceptInvitation(
  input: { token: string; name?: string | null; password: string; profile?: ProfileInput },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  // Checked before hashing, so that an invalid token can't cause hash work. The write below
  // decides.
  const owner = await peekEmailToken(db(), { token: input.token, kind: 'invitation', now: ctx.now })
  if (!owner) return refuseBadToken('invitation.refused', ctx)
  const weak = checkPasswordStrength(input.password, { email: owner.email, pointer: '/password' })
  if (weak) return weak
  const { profile = {} } = input
  // Before hashing. Decided again below, because a field may change meanwhile.
  const fields = missingFields(
    await listProfileFields(),
    await readProfileValues(db(), owner.userId),
  )
  const checked = validateAsked(fields, profile)
  if (!checked.ok) return checked
  const passwordHash = await hashPassword(input.password)
  const acceptance = { token: input.token, name: input.name ?? null, passwordHash }
  return inTransaction((tx) => acceptLocked(tx, owner, { ...acceptance, profile }, ctx)).catch(
    (error: unknown) => {
      if (!(error instanceof RefusedError)) throw error
      if (error.refusal.code !== 'invalid_or_expired_token') return error.refusal
      return refuseBadToken('invitation.refused', ctx)
    },
  )
}

async function acceptLocked(
  tx: Tx,
  owner: { userId: string; issuedById: string | null },
  { profile, ...acceptance }: Acceptance & { profile: ProfileInput },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  // Locked before any row, like in every administrative write, because the issuer's permissions
  // must not change until the account is claimed.
  if (owner.issuedById) await lockCatalog(tx)
  await lockPlantedAccess(tx, owner)
  const stored = await readProfileValues(tx, owner.userId)
  const valid = validateAsked(missingFields(await holdProfileFields(tx), stored), profile)
  if (!valid.ok) return valid
  const session = await acceptOnce(tx, acceptance, ctx)
  if (Object.keys(valid.values).length === 0) return { ok: true, session }
  const merge = { userId: owner.userId, values: valid.values, now: ctx.now }
  if (!(await mergeProfileValues(tx, merge))) throw new RefusedError(refuseLargeProfile())
  return { ok: true, session }
}

/** The profile fields that the page of an invitation asks for. */
export async function listAskedFields(by: {
  token: string
  now: Date
}): Promise<readonly ProfileField[]> {
  const owner = await peekEmailToken(db(), { ...by, kind: 'invitation' })
  if (!owner) return []
  return missingFields(await listProfileFields(), await readProfileValues(db(), owner.userId))
}

async function acceptOnce(
  tx: Tx,
  { token, ...claim }: Acceptance,
  ctx: RequestContext,
): Promise<IssuedSession> {
  const consumed = await consumeEmailToken(tx, { token, kind: 'invitation', now: ctx.now })
  if (!consumed) throw invalidToken()
  const { userId, email, issuedById } = consumed
  if (issuedById && (await checkIssuer(tx, issuedById, userId))) throw invalidToken()
  const verifiedAt = issuedById ? null : ctx.now
  if (!(await claimInvitedUser(tx, { ...claim, userId, email, verifiedAt, now: ctx.now })))
    throw invalidToken()
  await endUnprovenAccess(tx, { userId }, ctx)
  await discardEmailTokens(tx, { userId })
  await publish(tx, { type: 'user.changed', userId })
  await recordAudit(tx, ctx, {
    action: 'invitation.accepted',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    ...(issuedById && { details: { link_shown_to: issuedById } }),
  })
  const session = await establishSession(tx, ctx, { userId, amr: ['pwd'], knownDevice: false })
  if (!session) throw invalidToken()
  return session
}

/** Thrown, so that the token stays valid: the issuer may get the permission back. */
const invalidToken = () => new RefusedError(refuse('invalid_or_expired_token'))

async function checkIssuer(tx: Tx, issuedById: string, userId: string): Promise<Refusal | null> {
  const issuer = { userId: issuedById, limitedTo: null }
  return (
    (await checkPermissionHeld(tx, issuer, 'users:activate')) ??
    (await checkHoldsPermissionsOf(tx, issuer, userId))
  )
}
