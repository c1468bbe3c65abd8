import { lockCatalog } from '@/lib/access/catalog.store'
import { grantSystemRole, hasActiveAdmin } from '@/lib/access/grants.store'
import { deletePending } from '@/lib/accounts/registration.store'
import { isWellFormedToken } from '@/lib/accounts/token-format'
import { insertFirstAdministrator } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import { settings } from '@/lib/config/settings'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { checkPasswordStrength } from '@/lib/identity/passwords/password-policy'
import { refuseBadToken } from '@/lib/identity/registration/email-links'
import {
  consumeSetupToken,
  findSetupToken,
  isSetupTokenLive,
  replaceSetupToken,
} from '@/lib/identity/registration/setup-token.store'
import { establishSession } from '@/lib/identity/sessions/establish-session'
import type { IssuedSession } from '@/lib/identity/sessions/issue-tokens'
import { publish } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken, sha256 } from '@/lib/platform/crypto'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse, RefusedError } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * Whether the service has nobody to administer it yet: somebody has to open the link that its start
 * printed.
 */
export async function needsFirstAdministrator(): Promise<boolean> {
  return !(await hasActiveAdmin(db()))
}

const LIFETIME_SECONDS = 3600

/**
 * A fresh one-time link that makes the first administrator, good for an hour and replacing any
 * older one; null when there is an administrator already. Only its hash is stored.
 */
export async function issueSetupLink(now: Date): Promise<string | null> {
  if (await hasActiveAdmin(db())) return null
  const token = newSecretToken()
  await replaceSetupToken(db(), {
    tokenHash: Buffer.from(sha256(token)),
    email: settings().bootstrapAdminEmail,
    expiresAt: addSeconds(now, LIFETIME_SECONDS),
  })
  return `${settings().baseUrl}/auth/setup?token=${token}`
}

/**
 * Whether a set-up link can still be used. `email`: the one address that it is for, where the
 * settings name one.
 */
export type SetupLink =
  { live: true; email: string | null } | { live: false; hasAdministrator: boolean }

/** What the page of the set-up link shows. Nothing is used up. */
export async function inspectSetupLink(by: { token: string; now: Date }): Promise<SetupLink> {
  const hasAdministrator = await hasActiveAdmin(db())
  if (hasAdministrator || !isWellFormedToken(by.token)) return { live: false, hasAdministrator }
  const found = await findSetupToken(db(), {
    tokenHash: Buffer.from(sha256(by.token)),
    now: by.now,
  })
  return found ? { live: true, email: found.email } : { live: false, hasAdministrator }
}

interface Candidate {
  tokenHash: Buffer<ArrayBuffer>
  email: string
  name: string | null
  passwordHash: string
}

/**
 * Makes the first administrator with the one-time set-up token: verified, active and signed in. The
 * token is consumed in the transaction that makes the administrator, under the catalog's lock; of
 * parallel attempts one wins. An unverified account of that address is reclaimed: nobody has proven
 * to own it.
 */
export async function completeSetup(
  input: { token: string; email: string; password: string; name?: string | null },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const tokenHash = Buffer.from(sha256(input.token))
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
  // Nobody has proven to own a pending account: it goes, with every password, link and identity
  // that somebody gave it.
  await deletePending(tx, { email: candidate.email })
  const { email, name, passwordHash } = candidate
  const owner = { email, name, passwordHash, locale: ctx.locale, now: ctx.now }
  const userId = await insertFirstAdministrator(tx, owner)
  // The address belongs to an account that somebody verified (or that was ended): thrown, so that
  // the token stays good.
  if (!userId) throw new RefusedError(refuse('email_taken'))
  await grantSystemRole(tx, userId, 'admin')
  const session = await establishSession(tx, ctx, { userId, amr: ['pwd'], knownDevice: false })
  if (!session) throw new RefusedError(refuse('invalid_or_expired_token'))
  await publish(tx, { type: 'user.changed', userId })
  await recordAudit(tx, ctx, {
    action: 'administrator.created',
    outcome: 'ok',
    actorId: userId,
    targetType: 'user',
    targetId: userId,
    details: { email: candidate.email },
  })
  return { ok: true, session }
}
