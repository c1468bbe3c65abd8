import { recordAudit } from '@/lib/audit/record-audit'
import { refuseBadToken } from '@/lib/auth/refuse-bad-token'
import { refuseWeakPassword } from '@/lib/auth/refuse-weak-password'
import { hashPassword } from '@/lib/passwords/hash-password'
import { sha256 } from '@/lib/platform/crypto'
import { publish } from '@/lib/platform/bus/bus'
import { db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { refuse, RefusedError, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { grantSystemRole, hasActiveAdmin } from '@/lib/rbac/assign-role.store'
import { lockCatalog } from '@/lib/rbac/catalog.store'
import { deletePending } from '@/lib/registration/unconfirmed.store'
import { establishSession } from '@/lib/sessions/establish-session'
import type { IssuedSession } from '@/lib/sessions/issued-session'
import { consumeSetupToken, isSetupTokenLive } from '@/lib/setup/setup-token.store'
import { insertFirstAdministrator } from '@/lib/users/user.store'

interface Candidate {
  tokenHash: Buffer<ArrayBuffer>
  email: string
  name: string | null
  passwordHash: string
}

/**
 * Makes the first administrator with the one-time set-up token: verified, active and signed in. The token is consumed in the
 * transaction that makes the administrator, under the catalog's lock; of parallel attempts one wins. An unverified account of that
 * address is reclaimed: nobody has proven to own it.
 */
export async function completeSetup(
  input: { token: string; email: string; password: string; name?: string | null },
  ctx: RequestContext,
): Promise<Outcome<{ session: IssuedSession }>> {
  const tokenHash = Buffer.from(sha256(input.token))
  const live = await isSetupTokenLive(db(), { tokenHash, email: input.email, now: ctx.now })
  if (!live) return refuseBadToken('administrator.creation_refused', ctx, { email: input.email })
  const weak = refuseWeakPassword(input.password, { email: input.email, pointer: '/password' })
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
  if (!consumed || (await hasActiveAdmin(tx))) throw new RefusedError(refuse('invalid_or_expired_token'))
  // Nobody has proven to own a pending account: it goes, with every password, link and identity that somebody gave it.
  await deletePending(tx, { email: candidate.email })
  const { email, name, passwordHash } = candidate
  const owner = { email, name, passwordHash, locale: ctx.locale, now: ctx.now }
  const userId = await insertFirstAdministrator(tx, owner)
  // The address belongs to an account that somebody verified (or that was ended): thrown, so that the token stays good.
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
