import { db, defineStatement, runStatement } from '@/lib/platform/db/database'
import { deviceHash, REMEMBER_DEVICE } from '@/lib/protection/login-guard/known-device.store'

const REMEMBER = defineStatement<{ userId: string; deviceHash: Buffer; now: Date }>(
  'remember-device',
  `WITH owner AS (SELECT :userId::uuid AS id, :deviceHash::bytea AS device_hash), ${REMEMBER_DEVICE} SELECT 1`,
)

/** Records a device as known for a user, as a sign-in does. */
export async function rememberDevice(by: {
  userId: string
  deviceToken: string
  now: Date
}): Promise<void> {
  const { userId, deviceToken, now } = by
  await runStatement(db(), REMEMBER, { userId, deviceHash: deviceHash(deviceToken), now })
}

/** The sessions of a user, ended ones too, that began on a device that is known now. */
export async function sessionsOnKnownDevices(userId: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>`
    SELECT f.id::text FROM session_families f JOIN known_devices d USING (user_id, device_hash)
    WHERE user_id = ${userId}::uuid ORDER BY f.id`
  return rows.map(({ id }) => id)
}
