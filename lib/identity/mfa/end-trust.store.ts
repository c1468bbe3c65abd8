import { openedWithoutSecondStep } from '@/lib/access/missing-factor.store'
import type { Db, Tx } from '@/lib/platform/db/database'

interface Before {
  /** Ends trust that expires at or before this time: trust given up to `startedUntil`. */
  trustedUntil: Date
  /** Ends sessions that began at or before this time. */
  startedUntil: Date
}

/**
 * The next users by id, and whether they have trust or sessions to end. Reads a range of the
 * primary key, so that each statement is short, however few users have any.
 */
export function listUsersWithTrust(
  db: Db,
  { trustedUntil, startedUntil, after, limit }: Before & { after: string | null; limit: number },
): Promise<{ id: string; hasTrust: boolean }[]> {
  return db.$queryRaw<{ id: string; hasTrust: boolean }[]>`
    WITH page AS MATERIALIZED (
      SELECT id, mfa_enabled_at FROM users
      WHERE ${after}::uuid IS NULL OR id > ${after}::uuid ORDER BY id LIMIT ${limit}::int)
    SELECT u.id::text, u.mfa_enabled_at IS NOT NULL AND (
      EXISTS (SELECT FROM known_devices d WHERE d.user_id = u.id AND d.trusted_until <= ${trustedUntil}::timestamptz)
      OR EXISTS (SELECT FROM session_families f WHERE f.user_id = u.id AND f.revoked_at IS NULL
        AND f.created_at <= ${startedUntil}::timestamptz AND ${openedWithoutSecondStep('f')})) AS "hasTrust"
    FROM page u ORDER BY u.id`
}

/** Ends the trust of a locked user's browsers. Returns the hashes of their device tokens. */
export async function endTrustOf(
  tx: Tx,
  { userId, trustedUntil }: { userId: string; trustedUntil: Date },
): Promise<Uint8Array[]> {
  const ended = await tx.knownDevice.updateManyAndReturn({
    where: { userId, trustedUntil: { lte: trustedUntil } },
    data: { trustedUntil: null },
    select: { deviceHash: true },
  })
  return ended.map(({ deviceHash }) => deviceHash)
}

/**
 * The sessions that a trusted browser opened without the second step and that must end: those that
 * began up to `startedUntil`, and those of `browsers`, whenever they began.
 */
export async function listTrustingSessions(
  tx: Tx,
  by: { userId: string; startedUntil: Date; browsers: readonly Uint8Array[] },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT f.id::text FROM session_families f JOIN users u ON u.id = f.user_id
    WHERE u.id = ${by.userId}::uuid AND f.revoked_at IS NULL
      AND (f.created_at <= ${by.startedUntil}::timestamptz OR f.device_hash = ANY(${by.browsers}::bytea[]))
      AND ${openedWithoutSecondStep('f')}`
  return rows.map(({ id }) => id)
}
