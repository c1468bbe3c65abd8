import { grantSystemRole } from '@/lib/access/grants.store'
import { discardEmailTokens } from '@/lib/accounts/email-token.store'
import { isServiceAddress } from '@/lib/accounts/service-address'
import { emailField, optionalPersonName } from '@/lib/accounts/user-fields'
import { recordAudit } from '@/lib/audit/record-audit'
import { lockPlantedAccess } from '@/lib/identity/account/account-locks.store'
import type { ExternalIdentity } from '@/lib/config/providers/enabled-providers'
import type { WaitingIdentity } from '@/lib/identity/mfa/challenge.store'
import * as accounts from '@/lib/identity/oauth/identity.store'
import { linkIdentity, type LocalAccount, touchIdentity } from '@/lib/identity/oauth/identity.store'
import { checkConnectable, connectWaitingIdentity } from '@/lib/identity/oauth/waiting-identity'
import { checkMayRegister, needsApproval } from '@/lib/accounts/registration-policy'
import { queueRegistrationNotice } from '@/lib/identity/registration/registration.jobs'
import { endUnprovenAccess, proveAsserted } from '@/lib/identity/registration/unproven-access'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import { LostRace } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * The account that an external identity opens. On a refusal, `userId` is the account it would have
 * opened.
 */
type Found = Outcome<Owner> & { userId?: string }

interface Owner {
  userId: string
  mfaEnabled: boolean
  /** The identity, if it is to be connected when the sign-in has passed the second step. */
  waiting: WaitingIdentity | null
}

/**
 * Finds the account that an identity opens. That is the account it is connected to, whatever
 * address the provider gives today; otherwise, by a provider-verified address, the account with
 * that address or a new one with the role `user`. An account that has permissions is never
 * connected by its address alone, and one with a second factor only when that is passed. An account
 * whose address was never proven may have been planted (pre-hijacking): it is given to the owner of
 * the address, and everything that could open it before is removed; its roles stay. New accounts
 * obey the rules of registration: they may be refused with `registration_closed`, or created and
 * refused with `approval_pending`. So do accounts that were registered and not confirmed, but not
 * those that an administrator created. Throws LostRace.
 */
export async function findOrCreateUser(
  tx: Tx,
  identity: ExternalIdentity,
  ctx: RequestContext,
): Promise<Found> {
  const { provider, subject } = identity
  const email = provenAddress(identity)
  const local = await accounts.findLocalAccount(tx, { provider, subject, email })
  if (local?.ownsIdentity) return known(tx, local, identity, ctx)
  if (!email) return refuse('oauth_email_required')
  const refusal = local && checkConnectable(local)
  if (refusal) return { ...refusal, userId: local.id }
  if (local && local.status !== 'pending') return connect(tx, local, identity, { email }, ctx)
  const closed = local?.invited ? null : checkMayRegister(email)
  if (closed) return { ...closed, userId: local?.id }
  const asOwner = {
    email,
    name: nameOf(identity),
    locale: ctx.locale,
    needsApproval: !local?.invited && needsApproval(),
    now: ctx.now,
  }
  const found = local
    ? await reclaim(tx, local, identity, asOwner, ctx)
    : await create(tx, identity, asOwner, ctx)
  if (!asOwner.needsApproval) return { ok: true, ...found }
  await queueRegistrationNotice(tx, { userId: found.userId, after: null }, ctx.now)
  return { ...refuse('approval_pending'), userId: found.userId }
}

/**
 * The address that the provider has verified. None can have verified that of a service account,
 * which has no mailbox.
 */
function provenAddress({ email, emailVerified }: ExternalIdentity): string | null {
  const address = emailVerified ? emailField.safeParse(email).data : undefined
  return address === undefined || isServiceAddress(address) ? null : address
}

const nameOf = ({ name }: ExternalIdentity) =>
  optionalPersonName.safeParse(name?.trim() ?? '').data ?? null

type AsOwner = Parameters<typeof accounts.insertProviderUser>[1]

async function known(
  tx: Tx,
  owner: LocalAccount,
  { provider, subject }: ExternalIdentity,
  ctx: RequestContext,
): Promise<Found> {
  if (owner.awaitsApproval) return { ...refuse('approval_pending'), userId: owner.id }
  if (owner.status === 'pending') return { ...refuse('email_not_verified'), userId: owner.id }
  if (owner.status !== 'active' || owner.kind === 'service')
    return { ...refuse('account_disabled'), userId: owner.id }
  const touched = await touchIdentity(tx, { provider, subject, now: ctx.now })
  return touched === owner.id
    ? { ok: true, userId: owner.id, mfaEnabled: owner.mfaEnabled, waiting: null }
    : lost()
}

async function create(
  tx: Tx,
  identity: ExternalIdentity,
  owner: AsOwner,
  ctx: RequestContext,
): Promise<Owner> {
  const userId = (await accounts.insertProviderUser(tx, owner)) ?? lost()
  await linkIdentity(tx, identity, { userId, now: ctx.now })
  await grantSystemRole(tx, userId, 'user')
  await recordAudit(tx, ctx, {
    action: 'user.registered',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { result: 'created', provider: identity.provider },
  })
  await audit(tx, ctx, { action: 'identity.linked', userId, provider: identity.provider })
  return { userId, mfaEnabled: false, waiting: null }
}

async function connect(
  tx: Tx,
  { id: userId, onlyAsserted }: LocalAccount,
  identity: ExternalIdentity,
  { email }: { email: string },
  ctx: RequestContext,
): Promise<Found> {
  if (onlyAsserted) {
    await lockPlantedAccess(tx, { userId })
    if (!(await proveAsserted(tx, userId, ctx))) lost()
  }
  const { mfaEnabled } =
    (await accounts.lockVerifiedAccountForShare(tx, { userId, email })) ?? lost()
  if (await accounts.holdsPermissions(tx, userId)) lost()
  if (onlyAsserted)
    await accounts.fillProfile(tx, { userId, name: nameOf(identity), locale: ctx.locale })
  if (mfaEnabled) return { ok: true, userId, mfaEnabled, waiting: identity }
  await connectWaitingIdentity(tx, { userId, identity }, ctx)
  return { ok: true, userId, mfaEnabled, waiting: null }
}

async function reclaim(
  tx: Tx,
  { id: userId }: LocalAccount,
  identity: ExternalIdentity,
  owner: AsOwner,
  ctx: RequestContext,
): Promise<Owner> {
  await lockPlantedAccess(tx, { userId })
  const { hadPassword } = (await accounts.reclaimUnprovenUser(tx, { ...owner, userId })) ?? lost()
  if (await accounts.holdsPermissions(tx, userId)) lost()
  await endUnprovenAccess(tx, { userId, passwordRemoved: hadPassword }, ctx)
  await discardEmailTokens(tx, { userId })
  await linkIdentity(tx, identity, { userId, now: ctx.now })
  await publish(tx, { type: 'user.changed', userId })
  await audit(tx, ctx, { action: 'identity.reclaimed', userId, provider: identity.provider })
  return { userId, mfaEnabled: false, waiting: null }
}

function audit(
  tx: Tx,
  ctx: RequestContext,
  by: { action: 'identity.linked' | 'identity.reclaimed'; userId: string; provider: string },
): Promise<void> {
  const { action, userId, provider } = by
  const about = { actorId: userId, targetId: userId, details: { provider } }
  return recordAudit(tx, ctx, { action, outcome: 'ok', ...about })
}

function lost(): never {
  throw new LostRace()
}
