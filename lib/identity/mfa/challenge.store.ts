import { auditColumns, type AuditDetails } from '@/lib/audit/audit-actions'
import type { ExternalIdentity } from '@/lib/config/providers/enabled-providers'
import type { Db, Tx } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { RequestContext, Surface } from '@/lib/platform/request-context'
import { Prisma } from '@/prisma/generated/client'

/** How long a challenge waits for its answer. */
export const CHALLENGE_SECONDS = 300

/** How many incorrect codes end a challenge. */
const MAX_TRIES = 5

const RECORD = auditColumns('session.challenged')

/** A provider account that a sign-in connects, once it is complete. */
export type WaitingIdentity = Pick<ExternalIdentity, 'provider' | 'subject' | 'email'>

interface NewChallenge {
  tokenHash: Uint8Array
  userId: string
  deviceHash: Uint8Array | null
  knownDevice: boolean
  amr: string[]
  /** Undefined when the first step was completed without a password. */
  passwordChangedAt: Date | null | undefined
  identity: WaitingIdentity | null
  expiresAt: Date
}

/**
 * Writes a challenge and its audit record if the owner is active, has two-step verification on and,
 * if a password was checked, still has that password. However the first step was completed, the
 * challenge is bound to the password of this moment. False when nothing is written.
 */
export async function startChallenge(
  db: Db,
  by: NewChallenge,
  ctx: RequestContext,
): Promise<boolean> {
  const passwordChecked = by.passwordChangedAt !== undefined
  const passwordChangedAt = by.passwordChangedAt ?? null
  const recorded: AuditDetails<'session.challenged'> = { factors: by.amr }
  const details = JSON.stringify({ surface: ctx.surface, ...recorded })
  const userAgent = ctx.userAgent?.slice(0, 512) ?? null
  const { provider = null, subject = null, email = null } = by.identity ?? {}
  const rows = await db.$queryRaw<object[]>`
    WITH owner AS (
      SELECT id, password_changed_at FROM users
      WHERE id = ${by.userId}::uuid AND status = 'active' AND mfa_enabled_at IS NOT NULL AND (NOT ${passwordChecked}::boolean
        OR password_changed_at IS NOT DISTINCT FROM ${passwordChangedAt}::timestamptz)),
    challenge AS (
      INSERT INTO mfa_challenges (token_hash, user_id, surface, device_hash, known_device, amr, password_checked,
        password_changed_at, identity_provider, identity_subject, identity_email, expires_at)
      SELECT ${by.tokenHash}::bytea, owner.id, ${ctx.surface}::surface, ${by.deviceHash}::bytea, ${by.knownDevice}::boolean,
        ${by.amr}::text[], true, owner.password_changed_at, ${provider}::text, ${subject}::text, ${email}::text,
        ${by.expiresAt}::timestamptz
      FROM owner),
    record AS (
      INSERT INTO audit_records (id, occurred_at, action, outcome, actor_id, target_type, target_id, ip, user_agent, request_id, details)
      SELECT ${newId()}::uuid, ${ctx.now}::timestamptz, ${RECORD.action}::text, ${RECORD.outcome}::text, owner.id,
        ${RECORD.targetType}::text, owner.id::text,
        ${ctx.ip}::text, ${userAgent}::text, ${ctx.requestId}::text, ${details}::jsonb
      FROM owner)
    SELECT 1 FROM owner`
  return rows.length === 1
}

/** What an answer must come with. */
interface ChallengeKey {
  tokenHash: Uint8Array
  surface: Surface
  deviceHash: Uint8Array | null
  now: Date
}

/** A challenge that can still be answered, locked by the current transaction. */
export interface Challenge {
  userId: string
  knownDevice: boolean
  amr: string[]
  /** The last password change before it began. Undefined if 0.2.0 began it without a password. */
  passwordChangedAt: Date | null | undefined
  identity: WaitingIdentity | null
}

type ChallengeRow = Omit<Challenge, 'identity'> & {
  passwordChecked: boolean
  provider: WaitingIdentity['provider'] | null
  subject: string | null
  email: string | null
}

/**
 * Finds and locks the challenge of that token until the transaction ends, and before it its owner's
 * row, shared (lib/identity/account/account-locks.store.ts). Null when it is unknown,
 * used, expired, or belongs to another surface or device.
 */
export async function lockChallenge(tx: Tx, by: ChallengeKey): Promise<Challenge | null> {
  const [row] = await tx.$queryRaw<ChallengeRow[]>`
    WITH owner AS MATERIALIZED (
      SELECT id FROM users
      WHERE id = (SELECT user_id FROM mfa_challenges WHERE token_hash = ${by.tokenHash}::bytea) FOR SHARE)
    SELECT c.user_id AS "userId", c.known_device AS "knownDevice", c.amr, c.password_checked AS "passwordChecked",
      c.password_changed_at AS "passwordChangedAt", c.identity_provider AS provider, c.identity_subject AS subject,
      c.identity_email AS email
    FROM owner JOIN mfa_challenges c ON c.user_id = owner.id WHERE ${isOpen(by)} FOR UPDATE OF c`
  if (!row) return null
  const { passwordChecked, passwordChangedAt, provider, subject, email, ...challenge } = row
  return {
    ...challenge,
    passwordChangedAt: passwordChecked ? passwordChangedAt : undefined,
    identity: provider && subject ? { provider, subject, email } : null,
  }
}

/** SQL: whether a challenge can still be answered. */
export const isOpenChallenge = (now: Date): Prisma.Sql => Prisma.sql`
  consumed_at IS NULL AND tries < ${MAX_TRIES}::int AND expires_at > ${now}::timestamptz`

const isOpen = (by: ChallengeKey) => Prisma.sql`
  token_hash = ${by.tokenHash}::bytea AND surface = ${by.surface}::surface
    AND device_hash IS NOT DISTINCT FROM ${by.deviceHash}::bytea AND ${isOpenChallenge(by.now)}`

/** The owner of a challenge that `lockChallenge` would find. */
export async function findOpenChallengeOwner(db: Db, by: ChallengeKey): Promise<string | null> {
  const [row] = await db.$queryRaw<{ userId: string }[]>`
    SELECT user_id::text AS "userId" FROM mfa_challenges WHERE ${isOpen(by)}`
  return row?.userId ?? null
}

/** The owner of the challenge with that token, whatever its state. Null when there was none. */
export async function findChallengeOwner(
  db: Db,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<string | null> {
  const row = await db.mfaChallenge.findUnique({ where: { tokenHash }, select: { userId: true } })
  return row?.userId ?? null
}

/**
 * The owner of a challenge that can't be answered (anymore), and why. Null when no challenge had
 * that token.
 */
export async function findClosedChallenge(
  tx: Tx,
  tokenHash: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<{ userId: string; reason: string } | null> {
  const row = await tx.mfaChallenge.findUnique({
    where: { tokenHash },
    select: { userId: true, consumedAt: true, tries: true, expiresAt: true },
  })
  if (!row) return null
  const { userId, consumedAt, tries, expiresAt } = row
  if (consumedAt) return { userId, reason: 'challenge_used' }
  if (tries >= MAX_TRIES) return { userId, reason: 'too_many_tries' }
  return { userId, reason: expiresAt <= now ? 'challenge_expired' : 'other_surface_or_device' }
}

/** Counts an incorrect code against a challenge. */
export async function countAttempt(tx: Tx, tokenHash: Uint8Array<ArrayBuffer>): Promise<void> {
  await tx.mfaChallenge.updateMany({ where: { tokenHash }, data: { tries: { increment: 1 } } })
}

/** Consumes a challenge. */
export async function consumeChallenge(
  tx: Tx,
  tokenHash: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<void> {
  await tx.mfaChallenge.updateMany({ where: { tokenHash }, data: { consumedAt: now } })
}

/** Deletes a user's challenges. Returns how many could still be answered. */
export async function endChallengesOf(
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  const rows = await tx.$queryRaw<{ open: boolean }[]>`
    DELETE FROM mfa_challenges WHERE user_id = ${userId}::uuid RETURNING ${isOpenChallenge(now)} AS open`
  return rows.filter(({ open }) => open).length
}

/**
 * Deletes a user's challenges, or only those whose first step was completed in that way (RFC 8176).
 */
export async function deleteChallengesOf(
  tx: Tx,
  { userId, firstStep }: { userId: string; firstStep?: string },
): Promise<void> {
  await tx.mfaChallenge.deleteMany({
    where: { userId, ...(firstStep !== undefined && { amr: { has: firstStep } }) },
  })
}
