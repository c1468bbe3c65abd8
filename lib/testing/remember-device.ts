import { deviceHash } from '@/lib/login-guard/guard-keys'
import { rememberedDevice } from '@/lib/login-guard/known-device.store'
import { db } from '@/lib/platform/db/database'
import { runNamed } from '@/lib/platform/db/run-named'

const REMEMBER = {
  name: 'remember-device',
  text: `WITH owner AS (SELECT $1::uuid AS id),
    ${rememberedDevice({ owners: 'owner', hash: '$2::bytea', at: '$3::timestamptz' })}
    SELECT 1`,
}

/** Notes a device as one that a person has signed in from, as a sign-in does. */
export async function rememberDevice(by: { userId: string; deviceToken: string; now: Date }): Promise<void> {
  await runNamed(db(), REMEMBER, [by.userId, deviceHash(by.deviceToken), by.now])
}
