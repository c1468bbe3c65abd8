import { recordAudit } from '@/lib/audit/record-audit'
import { requireHuman } from '@/lib/bot-check/require-human'
import { discardEmailTokens } from '@/lib/email-tokens/email-token.store'
import { queueMail } from '@/lib/mail/queue-mail'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import { hashPassword } from '@/lib/passwords/hash-password'
import { refuseWeakPassword } from '@/lib/auth/refuse-weak-password'
import { grantSystemRole } from '@/lib/rbac/assign-role.store'
import {
  findCredentialsByEmail,
  insertPendingUser,
  replacePendingUser,
  type Credentials,
} from '@/lib/users/user.store'

/**
 * Registers an account. The answer is the same whether the address is free, waiting or taken: what differs is the mail that its
 * owner gets. The hash is made before the look-up, so that time tells nothing either.
 */
export async function register(
  input: { email: string; password: string; name?: string | null; botcheckToken?: string },
  ctx: RequestContext,
): Promise<Outcome<{ status: 'verification_required' }>> {
  const notHuman = await requireHuman({ token: input.botcheckToken, action: 'register' }, ctx)
  if (notHuman) return notHuman
  const weak = refuseWeakPassword(input.password, { email: input.email, pointer: '/password' })
  if (weak) return weak
  const passwordHash = await hashPassword(input.password)
  const candidate = {
    email: input.email,
    name: input.name ?? null,
    passwordHash,
    locale: ctx.locale,
    now: ctx.now,
  }
  await inTransaction((tx) => registerOnce(tx, candidate, ctx))
  return { ok: true, status: 'verification_required' }
}

type Candidate = Parameters<typeof insertPendingUser>[1]

async function registerOnce(tx: Tx, candidate: Candidate, ctx: RequestContext): Promise<void> {
  const made = await insertPendingUser(tx, candidate)
  if (made) await grantSystemRole(tx, made, 'user')
  const pending = made ?? (await replacePendingUser(tx, candidate))
  if (pending) {
    // Links of an earlier attempt would confirm the address for somebody else's password.
    await discardEmailTokens(tx, { userId: pending, kind: 'verify_email' })
    await queueMail(tx, { mail: 'verify_email', email: candidate.email }, ctx.now)
    await audit(tx, ctx, pending, made ? 'created' : 'replaced')
    return
  }
  const owner = await findCredentialsByEmail(tx, candidate.email)
  if (!owner) return
  await tellOwner(tx, owner, ctx.now)
  await audit(tx, ctx, owner.id, 'taken')
}

async function tellOwner(tx: Tx, owner: Credentials, now: Date): Promise<void> {
  const { id: userId, email, status, passwordHash } = owner
  const at = now.toISOString()
  if (status === 'active') await queueMail(tx, { mail: 'already_registered', userId, at }, now)
  if (status !== 'pending') return
  // What is pending here an administrator made: the mail leads its owner to the account that waits for them. One that came with a
  // password gets a new one: whoever chose the old one has not proven the address.
  if (passwordHash === null) await queueMail(tx, { mail: 'invitation', userId, at }, now)
  else await queueMail(tx, { mail: 'reset_password', email }, now)
}

function audit(tx: Tx, ctx: RequestContext, userId: string, result: 'created' | 'replaced' | 'taken') {
  return recordAudit(tx, ctx, {
    action: 'user.registered',
    outcome: result === 'taken' ? 'refused' : 'ok',
    targetType: 'user',
    targetId: userId,
    details: { result },
  })
}
