import {
  administer,
  checkMayActOn,
  checkMayGrant,
  findGrantsOfActor,
} from '@/lib/access/administer'
import { findGrants } from '@/lib/access/grants.store'
import { holdPermissions } from '@/lib/access/permission.store'
import { checkPermission } from '@/lib/access/check-permission'
import { findManagedUser } from '@/lib/accounts/managed-user.store'
import { refusalOf } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { insertApiKey } from '@/lib/identity/api-keys/api-key.store'
import { newApiKey } from '@/lib/identity/api-keys/key-format'
import { type PresentedApiKey, presentApiKey } from '@/lib/identity/api-keys/present-api-key'
import { checkRecentSignIn } from '@/lib/identity/sign-in/reauthenticate'
import { notifyOwner, seenBy } from '@/lib/messaging/inbox/notify-owner'
import { sha256 } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { newId } from '@/lib/platform/ids'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { RequestContext, SessionPrincipal } from '@/lib/platform/request-context'

/** How many live keys a user may have. */
export const MAX_KEYS_PER_USER = 50
/** A client whose clock is ahead may ask for exactly a year. */
const CLOCK_SKEW_MS = 300_000

export interface NewApiKey {
  /** The owner. */
  userId: string
  name: string
  permissions: readonly string[]
  expiresAt: Date
  /** Canonical addresses and networks; empty: any. */
  allowedAddresses: readonly string[]
  /** The actor's password, if the last sign-in is not recent. */
  password: string | undefined
}

/** The text of a key, which is shown once, and what is known about it. */
export interface CreatedApiKey {
  key: string
  apiKey: PresentedApiKey
}

/**
 * Creates an API key of the signed-in user, who is told by email, or of a service account that the
 * user may change (`users:activate`). Needs a recent sign-in or the password. Refuses
 * `privilege_escalation` for a permission that the user or the account doesn't have, and `conflict`
 * when the account has too many keys.
 */
export async function createApiKey(
  actor: SessionPrincipal,
  wanted: NewApiKey,
  ctx: RequestContext,
): Promise<Outcome<CreatedApiKey>> {
  const isOwn = wanted.userId === actor.userId
  // Not left to administer(): it would take the catalog lock and write a record for each request.
  const missing = isOwn ? null : await checkPermission(actor, 'users:activate', ctx)
  const wrong = missing ?? checkExpiry(wanted.expiresAt, ctx.now)
  if (wrong) return wrong
  const proof = { password: wanted.password, refusedAction: 'api_key.proof_refused' } as const
  const refusal = await checkRecentSignIn(actor, proof, ctx)
  if (refusal) return refusal
  return isOwn ? createOwnKey(actor, wanted, ctx) : createServiceKey(actor, wanted, ctx)
}

async function createOwnKey(
  actor: SessionPrincipal,
  wanted: NewApiKey,
  ctx: RequestContext,
): Promise<Outcome<CreatedApiKey>> {
  const made = await inTransaction(async (tx) => {
    // Otherwise one that is being retired would be in the key when it returns.
    await holdPermissions(tx, wanted.permissions)
    const refused = await checkHolds(tx, actor, wanted.permissions)
    if (refused) return refused
    const added = await addApiKey(tx, { actor, wanted }, ctx)
    if (added.ok) await tellOwner(tx, wanted, ctx)
    return added
  })
  if (!made.ok) await recordAudit(db(), ctx, refusalOf(attemptAt(wanted), made.code, actor.userId))
  return made
}

function createServiceKey(
  actor: SessionPrincipal,
  wanted: NewApiKey,
  ctx: RequestContext,
): Promise<Outcome<CreatedApiKey>> {
  const { userId, permissions } = wanted
  const act = { actor, permission: 'users:activate', audit: attemptAt(wanted) } as const
  return administer(ctx, act, async (tx) => {
    const account = await findManagedUser(tx, userId)
    if (account?.kind !== 'service')
      return refuse('validation_failed', { errors: [fieldError(['user_id'], 'not_supported')] })
    const refused =
      (await checkMayActOn(tx, actor, userId)) ?? (await checkHolds(tx, actor, permissions))
    if (refused) return refused
    const held = await findGrants(tx, userId)
    const missing = missingOf(permissions, held?.permissions)
    if (missing)
      return refuse('privilege_escalation', { detail: `The service account lacks ${missing}.` })
    return addApiKey(tx, { actor, wanted }, ctx)
  })
}

/**
 * `checkMayGrant` that names what the actor lacks: unlike a user's permissions, it was asked for.
 */
async function checkHolds(
  tx: Tx,
  actor: SessionPrincipal,
  permissions: readonly string[],
): Promise<Refusal | null> {
  const refused = await checkMayGrant(tx, actor, permissions)
  if (refused?.code !== 'privilege_escalation') return refused
  const held = await findGrantsOfActor(tx, actor)
  const missing = missingOf(permissions, held?.permissions)
  return missing ? { ...refused, detail: `You don’t have ${missing}.` } : refused
}

/** How many missing permissions a refusal names. */
const MAX_NAMED = 5

/** “the permission users:read”, for example; null if nothing is missing. */
function missingOf(
  wanted: readonly string[],
  held: ReadonlySet<string> = new Set(),
): string | null {
  const missing = wanted.filter((name) => !held.has(name))
  if (missing.length === 0) return null
  const named = missing.slice(0, MAX_NAMED).join(', ')
  const others = missing.length > MAX_NAMED ? `, and ${missing.length - MAX_NAMED} more` : ''
  return `${missing.length === 1 ? 'the permission' : 'the permissions'} ${named}${others}`
}

/** Why a key can't expire then, or null. */
function checkExpiry(expiresAt: Date, now: Date): Refusal | null {
  const most = new Date(now)
  most.setUTCFullYear(most.getUTCFullYear() + 1)
  const inRange = expiresAt > now && expiresAt.getTime() <= most.getTime() + CLOCK_SKEW_MS
  return inRange
    ? null
    : refuse('validation_failed', { errors: [fieldError(['expires_at'], 'out_of_range')] })
}

/** Writes and audits a key whose permissions have been checked. */
async function addApiKey(
  tx: Tx,
  { actor, wanted }: { actor: SessionPrincipal; wanted: NewApiKey },
  ctx: RequestContext,
): Promise<Outcome<CreatedApiKey>> {
  const { userId } = wanted
  const id = newId()
  const { key, secret } = newApiKey(id)
  const row = {
    id,
    userId,
    createdById: actor.userId,
    name: wanted.name,
    permissions: [...wanted.permissions],
    allowedAddresses: [...wanted.allowedAddresses],
    createdAt: ctx.now,
    expiresAt: wanted.expiresAt,
  }
  const secretHash = sha256(secret)
  const limits = { by: actor, limit: MAX_KEYS_PER_USER }
  const added = await insertApiKey(tx, { ...row, secretHash }, limits)
  if (added === 'signed_out') return refuse('session_revoked')
  if (added === 'inactive') return refuse('conflict', { detail: 'This account is not active.' })
  if (added === 'full') return refuse('conflict', { detail: TOO_MANY, limit: MAX_KEYS_PER_USER })
  const expiresAt = wanted.expiresAt.toISOString()
  await recordAudit(tx, ctx, {
    action: 'api_key.created',
    outcome: 'ok',
    actorId: actor.userId,
    targetId: id,
    details: {
      ...askedFor(wanted),
      expires_at: expiresAt,
      allowed_addresses: row.allowedAddresses,
    },
  })
  return { ok: true, key, apiKey: presentApiKey({ ...row, lastUsedAt: null }) }
}

async function tellOwner(tx: Tx, wanted: NewApiKey, ctx: RequestContext): Promise<void> {
  const { userId, name, expiresAt } = wanted
  const about = { key: name, expires: expiresAt.toISOString().slice(0, 10) }
  await notifyOwner(tx, { mail: 'api_key_created', userId, ...seenBy(ctx), ...about }, ctx.now)
}

const TOO_MANY = `This account has ${MAX_KEYS_PER_USER} API keys. Revoke one you no longer need.`

function askedFor({ name, permissions, userId }: NewApiKey) {
  return { name, permissions: [...permissions], user_id: userId }
}

function attemptAt(wanted: NewApiKey) {
  return { action: 'api_key.created', details: askedFor(wanted) } as const
}
