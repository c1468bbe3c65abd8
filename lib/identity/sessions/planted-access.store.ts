import { ENROLLMENT_SECONDS, eraseFactors } from '@/lib/identity/mfa/factor.store'
import { deleteHandoffsOf } from '@/lib/identity/oauth/oauth-flow.store'
import { addSeconds } from '@/lib/platform/clock'
import type { Db, Tx } from '@/lib/platform/db/database'

/** What belongs to a user and began at `since` or later. */
interface Since {
  userId: string
  since: Date
}

/** `sessionsFrom`: what sessions that began before this time added is kept. */
type AddedSince = Since & { sessionsFrom: Date }

const addedSince = ({ userId, since, sessionsFrom }: AddedSince) => ({
  userId,
  createdAt: { gte: since },
  OR: [{ sessionStartedAt: null }, { sessionStartedAt: { gte: sessionsFrom } }],
})

/** When a user's session began, and how (RFC 8176); null if it is not theirs, or deleted. */
export function findSessionStart(
  db: Db,
  { userId, sessionId: id }: { userId: string; sessionId: string },
): Promise<{ createdAt: Date; amr: string[] } | null> {
  return db.sessionFamily.findFirst({
    where: { id, userId },
    select: { createdAt: true, amr: true },
  })
}

/**
 * When the earliest session began that the owner can still disown: it has a link that is valid and
 * unused. Null without such a session. The beginning of time if the row of one is gone.
 */
export async function findEarliestDisownable(
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<Date | null> {
  const [earliest] = await tx.$queryRaw<{ startedAt: Date | null }[]>`
    SELECT min(coalesce(f.created_at, to_timestamp(0))) AS "startedAt"
    FROM email_tokens AS t LEFT JOIN session_families AS f ON f.id = t.session_id
    WHERE t.user_id = ${userId}::uuid AND t.kind = 'disown_session'
      AND t.consumed_at IS NULL AND t.expires_at > ${now}::timestamptz`
  return earliest?.startedAt ?? null
}

/** Deletes passkeys that sessions in doubt added since. Returns their ids. */
export async function deletePasskeysSince(tx: Tx, by: AddedSince): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    DELETE FROM passkeys WHERE user_id = ${by.userId}::uuid AND created_at >= ${by.since}::timestamptz
      AND (session_started_at IS NULL OR session_started_at >= ${by.sessionsFrom}::timestamptz)
    RETURNING id::text AS id`
  return rows.map(({ id }) => id)
}

/**
 * Disconnects providers that were connected since, or signed in since `usedSince` if it is not
 * null, and ends the sign-ins with them that an app has not completed.
 */
export async function unlinkSince(
  tx: Tx,
  { userId, since, usedSince }: Since & { usedSince: Date | null },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ provider: string }[]>`
    DELETE FROM external_identities WHERE user_id = ${userId}::uuid
      AND (linked_at >= ${since}::timestamptz OR last_used_at >= ${usedSince}::timestamptz)
    RETURNING provider`
  for (const { provider } of rows) await deleteHandoffsOf(tx, { userId, provider })
  return rows.map(({ provider }) => provider)
}

/**
 * Revokes API keys that the user created, including those of service accounts. Locks them in the
 * same order as a request that takes a permission from keys (`takeFromKeys`). Returns them with
 * their owners.
 */
export function revokeKeysSince(
  tx: Tx,
  { userId, since, now }: Since & { now: Date },
): Promise<{ id: string; userId: string; name: string }[]> {
  return tx.$queryRaw<{ id: string; userId: string; name: string }[]>`
    WITH found AS (
      SELECT id FROM api_keys
      WHERE (user_id = ${userId}::uuid OR created_by = ${userId}::uuid)
        AND created_at >= ${since}::timestamptz AND revoked_at IS NULL
      ORDER BY id FOR NO KEY UPDATE)
    UPDATE api_keys k SET revoked_at = ${now}::timestamptz, revoked_reason = 'revoked_by_owner'
    FROM found WHERE k.id = found.id
    RETURNING k.id::text AS id, k.user_id::text AS "userId", k.name`
}

/** Ends an enrollment that has not been completed. Returns whether there was one. */
export async function endEnrollmentSince(tx: Tx, { userId, since }: Since): Promise<boolean> {
  const { count } = await tx.mfaEnrollment.deleteMany({
    where: { userId, expiresAt: { gte: addSeconds(since, ENROLLMENT_SECONDS) } },
  })
  return count > 0
}

/**
 * Turns two-step verification off if a session in doubt turned it on since: only the user who did
 * that has the app and the recovery codes. Returns whether it was.
 */
export async function eraseFactorSince(tx: Tx, by: AddedSince): Promise<boolean> {
  if ((await tx.mfaFactor.count({ where: addedSince(by) })) === 0) return false
  await eraseFactors(tx, by.userId)
  await tx.user.updateMany({ where: { id: by.userId }, data: { version: { increment: 1 } } })
  return true
}

/** Deletes recovery codes that sessions in doubt created since. Returns whether there were any. */
export async function deleteRecoveryCodesSince(tx: Tx, by: AddedSince): Promise<boolean> {
  const { count } = await tx.recoveryCode.deleteMany({ where: addedSince(by) })
  return count > 0
}

/** Ends a pending change of the account's address. Returns whether there was one. */
export async function endEmailChangeSince(tx: Tx, { userId, since }: Since): Promise<boolean> {
  const { count } = await tx.emailChange.deleteMany({
    where: { userId, requestedAt: { gte: since } },
  })
  return count > 0
}

/** Forgets the devices that became known: they are unknown and not trusted anymore. */
export async function forgetDevicesSince(tx: Tx, { userId, since }: Since): Promise<void> {
  await tx.knownDevice.deleteMany({ where: { userId, createdAt: { gte: since } } })
}
