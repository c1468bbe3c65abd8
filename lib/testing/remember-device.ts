import { db, runNamed } from '@/lib/platform/db/database'
import { deviceHash } from '@/lib/protection/login-guard/guard-keys'
import { rememberedDevice } from '@/lib/protection/login-guard/login-guard.store'

const REMEMBER = {
  name: 'remember-device',
  text: `WITH owner AS (SELECT $1::uuid AS id),
    ${rememberedDevice({ owners: 'owner', hash: '$2::bytea', at: '$3::timestamptz' })}
    SELECT 1`,
}

/** Records a device as known for a user, as a sign-in does. */
export async function rememberDevice(by: {
  userId: string
  deviceToken: string
  now: Date
}): Promise<void> {
  await runNamed(db(), REMEMBER, [by.userId, deviceHash(by.deviceToken), by.now])
}
