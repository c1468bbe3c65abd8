import type { Tx } from '@/lib/platform/db/database'
import { deviceHash } from '@/lib/protection/login-guard/known-device.store'
import { Prisma } from '@/prisma/generated/client'

/**
 * Forgets a user's devices, so that the next sign-in from each is one from a new device: it is
 * reported to the owner, and counts against the budgets of the email and client addresses. The
 * device of the session `exceptSessionId`, even if it has just ended, and that with the token
 * `exceptToken` stay known.
 */
export async function forgetDevices(
  tx: Tx,
  by: { userId: string; exceptSessionId?: string; exceptToken?: string | null },
): Promise<void> {
  const { userId, exceptSessionId = null, exceptToken } = by
  const kept = exceptToken ? deviceHash(exceptToken) : null
  await forget(
    tx,
    Prisma.sql`d.user_id = ${userId}::uuid AND d.device_hash IS DISTINCT FROM ${kept}::bytea
      AND NOT EXISTS (SELECT FROM session_families f WHERE f.id = ${exceptSessionId}::uuid
        AND f.user_id = d.user_id AND f.device_hash = d.device_hash)`,
  )
}

/**
 * Forgets the device that a user's session began on, unless another session of theirs is live on
 * it, or it is that of `currentId`, in which the session is ended.
 */
export async function forgetDeviceOf(
  tx: Tx,
  by: { userId: string; sessionId: string; currentId: string | null; now: Date },
): Promise<void> {
  await forget(
    tx,
    Prisma.sql`d.user_id = ${by.userId}::uuid
      AND EXISTS (SELECT FROM session_families f WHERE f.id = ${by.sessionId}::uuid
        AND f.user_id = d.user_id AND f.device_hash = d.device_hash)
      AND NOT EXISTS (SELECT FROM session_families own WHERE own.user_id = d.user_id AND own.device_hash = d.device_hash
        AND (own.id = ${by.currentId}::uuid OR (own.revoked_at IS NULL AND own.expires_at > ${by.now}::timestamptz)))`,
  )
}

/**
 * The row stays, because the time of the user's last sign-in is read from it, but under a hash that
 * no token has. A sign-in that is under way or waits for its second step looks for it again when
 * its session begins (`startFamily`). The caller holds the user's row (`lockUser`).
 */
async function forget(tx: Tx, which: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    UPDATE known_devices d
    SET device_hash = sha256(d.device_hash || uuid_send(gen_random_uuid())), trusted_until = NULL
    WHERE ${which}`
}
