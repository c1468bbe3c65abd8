import { recordAudit } from '@/lib/audit/record-audit'
import { endUnprovenAccess } from '@/lib/auth/end-unproven-access'
import { reportIdentity } from '@/lib/auth/report-identity'
import { discardEmailTokens } from '@/lib/email-tokens/email-token.store'
import type { ExternalIdentity } from '@/lib/external/handshake'
import { linkIdentity, touchIdentity } from '@/lib/external/identity.store'
import * as accounts from '@/lib/external/local-account.store'
import type { LocalAccount } from '@/lib/external/local-account.store'
import { holdFactors } from '@/lib/mfa/factor.store'
import { publish } from '@/lib/platform/bus/bus'
import type { Tx } from '@/lib/platform/db/database'
import { LostRace } from '@/lib/platform/db/lost-race'
import { refuse, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { grantSystemRole } from '@/lib/rbac/assign-role.store'
import { emailField } from '@/lib/users/email'
import { optionalPersonName } from '@/lib/users/person-name'

/** Whose account an external identity opens. On a refusal `userId` says whose it would have been. */
type Found = Outcome<{ userId: string; mfaEnabled: boolean }> & { userId?: string }

/**
 * The account that an identity opens: the one it is connected to, whatever address the provider names today; else, by an address
 * that the provider has verified, the one of that address, or a new one with the role `user`. An account that holds permissions is
 * never connected by its address alone. One whose address nobody had proven may have been planted (pre-hijacking): it is
 * given to the owner of the address, and everything that could open it before is gone. Throws LostRace.
 */
export async function findOrCreateUser(
  tx: Tx,
  identity: ExternalIdentity,
  ctx: RequestContext,
): Promise<Found> {
  const { provider, subject } = identity
  const email = identity.emailVerified ? (emailField.safeParse(identity.email).data ?? null) : null
  const local = await accounts.findLocalAccount(tx, { provider, subject, email })
  if (local?.ownsIdentity) return known(tx, local, identity, ctx)
  if (!email) return refuse('oauth_email_required')
  const asOwner = {
    email,
    name: optionalPersonName.safeParse(identity.name ?? '').data ?? null,
    locale: ctx.locale,
    now: ctx.now,
  }
  if (!local) return create(tx, identity, asOwner, ctx)
  const refusal = refuseToConnect(local)
  if (refusal) return { ...refusal, userId: local.id }
  return local.status === 'pending'
    ? reclaim(tx, local, identity, asOwner, ctx)
    : connect(tx, local, identity, asOwner, ctx)
}

type AsOwner = Parameters<typeof accounts.insertVerifiedUser>[1]

async function known(
  tx: Tx,
  owner: LocalAccount,
  { provider, subject }: ExternalIdentity,
  ctx: RequestContext,
): Promise<Found> {
  if (owner.status === 'pending') return { ...refuse('email_not_verified'), userId: owner.id }
  if (owner.status !== 'active') return { ...refuse('account_disabled'), userId: owner.id }
  const touched = await touchIdentity(tx, { provider, subject, now: ctx.now })
  return touched === owner.id ? { ok: true, userId: owner.id, mfaEnabled: owner.mfaEnabled } : lost()
}

function refuseToConnect(local: LocalAccount): Refusal | null {
  if (local.status === 'deactivated' || local.status === 'deleted') return refuse('account_disabled')
  if (local.holdsPermissions) return refuse('account_link_required')
  if (local.status === 'pending') return null
  // Its address may have been changed to one that nobody has proven: then the address says nothing about who owns the account.
  return !local.emailVerified || local.hasProvider ? refuse('account_link_required') : null
}

async function create(
  tx: Tx,
  identity: ExternalIdentity,
  owner: AsOwner,
  ctx: RequestContext,
): Promise<Found> {
  const userId = (await accounts.insertVerifiedUser(tx, owner)) ?? lost()
  await linkIdentity(tx, identity, { userId, now: ctx.now })
  await grantSystemRole(tx, userId, 'user')
  await audit(tx, ctx, { action: 'user.registered', userId, provider: identity.provider })
  await audit(tx, ctx, { action: 'identity.linked', userId, provider: identity.provider })
  return { ok: true, userId, mfaEnabled: false }
}

async function connect(
  tx: Tx,
  { id: userId, mfaEnabled }: LocalAccount,
  identity: ExternalIdentity,
  { email, now }: AsOwner,
  ctx: RequestContext,
): Promise<Found> {
  if (!(await accounts.holdVerifiedAccount(tx, { userId, email }))) lost()
  await linkIdentity(tx, identity, { userId, now })
  await reportIdentity(tx, { action: 'identity.linked', userId, provider: identity.provider }, ctx)
  return { ok: true, userId, mfaEnabled }
}

async function reclaim(
  tx: Tx,
  { id: userId }: LocalAccount,
  identity: ExternalIdentity,
  owner: AsOwner,
  ctx: RequestContext,
): Promise<Found> {
  await holdFactors(tx, userId)
  if (!(await accounts.reclaimPendingUser(tx, { ...owner, userId }))) lost()
  await endUnprovenAccess(tx, { userId, now: ctx.now })
  await discardEmailTokens(tx, { userId })
  await linkIdentity(tx, identity, { userId, now: ctx.now })
  await grantSystemRole(tx, userId, 'user')
  await publish(tx, { type: 'user.changed', userId })
  await audit(tx, ctx, { action: 'identity.reclaimed', userId, provider: identity.provider })
  return { ok: true, userId, mfaEnabled: false }
}

function audit(
  tx: Tx,
  ctx: RequestContext,
  by: { action: string; userId: string; provider: string },
): Promise<void> {
  const { action, userId, provider } = by
  const details = { provider, ...(action === 'user.registered' && { result: 'created' }) }
  const target = { actorId: userId, targetType: 'user', targetId: userId }
  return recordAudit(tx, ctx, { action, outcome: 'ok', ...target, details })
}

function lost(): never {
  throw new LostRace()
}
