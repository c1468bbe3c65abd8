import { administer } from '@/lib/access/administer'
import { lockCatalog } from '@/lib/access/catalog.store'
import { grantSystemRole, hasActiveAdmin } from '@/lib/access/grants.store'
import { findManagedUser } from '@/lib/accounts/managed-user.store'
import { type ManagedUser, presentManagedUser } from '@/lib/accounts/present-managed-user'
import { holdUnconfirmed } from '@/lib/accounts/registration.store'
import { insertUserWithPassword } from '@/lib/accounts/user.store'
import type { AuditAttempt } from '@/lib/audit/audit-actions'
import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { checkPasswordStrength } from '@/lib/identity/passwords/password-policy'
import { refuseBadToken } from '@/lib/identity/registration/email-links'
import { replaceLocked } from '@/lib/identity/registration/erase-registrations'
import {
  consumeSetupToken,
  findSetupToken,
  isSetupTokenLive,
  replaceSetupToken,
} from '@/lib/identity/registration/setup-token.store'
import { establishSession, type IssuedSession } from '@/lib/identity/sessions/establish-session'
import { publish } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { isSecretToken, newSecretToken, sha256 } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import { OPERATOR, type RequestContext } from '@/lib/platform/request-context'

/**
 * Whether the service has no administrator yet. Someone has to open the setup link printed at
 * startup.
 */
export async function needsFirstAdministrator(): Promise<boolean> {
  return !(await hasActiveAdmin(db()))
}

const LIFETIME_SECONDS = 3600

/**
 * Creates a one-time link for creating the first administrator, valid for an hour and replacing any
 * older one. Null when there is already an administrator. Only its hash is stored.
 */
export async function issueSetupLink(now: Date): Promise<string | null> {
  if (await hasActiveAdmin(db())) return null
  const token = newSecretToken()
  await replaceSetupToken(db(), {
    tokenHash: sha256(token),
    email: settings().bootstrapAdminEmail,
    expiresAt: addSeconds(now, LIFETIME_SECONDS),
  })
  return `${settings().baseUrl}/auth/setup?token=${token}`
}

/**
 * Whether a setup link can still be used. `email` is the only address that it is for, if the
 * settings name one.
 */
export type SetupLink =
  { live: true; email: string | null } | { live: false; hasAdministrator: boolean }

/** What the page of the setup link shows. Nothing is consumed. */
export async function inspectSetupLink(by: { token: string; now: Date }): Promise<SetupLink> {
  const hasAdministrator = await hasActiveAdmin(db())
  if (hasAdministrator || !isSecretToken(by.token)) return { live: false, hasAdministrator }
  const found = await findSetupToken(db(), {
    tokenHash: sha256(by.token),
    now: by.now,
  })
  return found ? { live: true, email: found.email } : { live: false, hasAdministrator }
}

interface Administrator {
  email: string
  name: string | null
  passwordHash: string
}

interface Candidate extends Administrator {
  tokenHash: Buffer<ArrayBuffer>
}

/**
 * Creates the first administrator with the one-time setup token: verified, active and signed in.
 * The token is consumed in the same transaction, under the catalog lock; of concurrent attempts one
 * wins. An unconfirmed registration of that address is replaced, because no one has proven to own
 * it.
 */
export async function completeSetup(
  input: { token: string; email: string; password: string; name?: string | null },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const tokenHash = sha256(input.token)
  const live = await isSetupTokenLive(db(), { tokenHash, email: input.email, now: ctx.now })
  if (!live) return refuseBadToken('administrator.creation_refused', ctx, { email: input.email })
  const weak = checkPasswordStrength(input.password, { email: input.email, pointer: '/password' })
  if (weak) return weak
  const passwordHash = await hashPassword(input.password)
  const candidate = { tokenHash, email: input.email, name: input.name ?? null, passwordHash }
  return inTransaction((tx) => setUpOnce(tx, candidate, ctx)).catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error
    if (error.refusal.code !== 'invalid_or_expired_token') return error.refusal
    return refuseBadToken('administrator.creation_refused', ctx, { email: input.email })
  })
}

async function setUpOnce(
  tx: Tx,
  candidate: Candidate,
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  await lockCatalog(tx)
  const consumed = await consumeSetupToken(tx, { ...candidate, now: ctx.now })
  if (!consumed || (await hasActiveAdmin(tx)))
    throw new RefusedError(refuse('invalid_or_expired_token'))
  // Thrown, so that the token stays valid.
  const created = await insertAdministrator(tx, candidate, ctx)
  if (!created.ok) throw new RefusedError(created)
  const { userId } = created
  const session = await establishSession(tx, ctx, { userId, amr: ['pwd'], knownDevice: false })
  if (!session) throw new RefusedError(refuse('invalid_or_expired_token'))
  await recordAudit(tx, ctx, {
    action: 'administrator.created',
    outcome: 'ok',
    actorId: userId,
    targetId: userId,
    details: { email: candidate.email },
  })
  return { ok: true, session }
}

/**
 * Creates an administrator, verified and active, from the command line: the first one, or another
 * when none can sign in anymore. An unconfirmed registration of that address is replaced. Refuses
 * `password_too_weak` and `email_taken`.
 */
export async function createAdministrator(
  input: { email: string; password: string; name: string | null },
  ctx: RequestContext,
): Promise<Outcome<{ user: ManagedUser }>> {
  const { email, password, name } = input
  const weak = checkPasswordStrength(password, { email, pointer: '/password' })
  if (weak) return weak
  const passwordHash = await hashPassword(password)
  const audit = {
    action: 'administrator.created',
    details: { email },
  } satisfies AuditAttempt
  const act = { actor: OPERATOR, permission: 'users:role:change', audit } as const
  return administer(ctx, act, async (tx) => {
    const created = await insertAdministrator(tx, { email, name, passwordHash }, ctx)
    if (!created.ok) return created
    const { userId } = created
    await recordAudit(tx, ctx, { ...audit, outcome: 'ok', actorId: null, targetId: userId })
    return { ok: true, user: presentManagedUser((await findManagedUser(tx, userId))!) }
  })
}

/**
 * Under the catalog lock. No one has proven to own an unconfirmed registration, so it is erased
 * with every password, link and identity that was added to it; any other account keeps the address,
 * also one that waits for its invitation or for approval.
 */
async function insertAdministrator(
  tx: Tx,
  { email, name, passwordHash }: Administrator,
  ctx: RequestContext,
): Promise<Outcome<{ userId: string }>> {
  const found = await holdUnconfirmed(tx, email)
  if (found) await replaceLocked(tx, { userId: found.id, actorId: null }, ctx)
  const owner = { email, name, passwordHash, locale: ctx.locale, now: ctx.now }
  const userId = await insertUserWithPassword(tx, owner)
  if (!userId) return refuse('email_taken')
  await grantSystemRole(tx, userId, 'admin')
  await publish(tx, { type: 'user.changed', userId })
  return { ok: true, userId }
}
