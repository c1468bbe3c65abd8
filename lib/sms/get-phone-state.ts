import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'
import { hasOptedOut } from '@/lib/sms/opt-out.store'
import { findConfirmation } from '@/lib/sms/phone.store'
import { findProfile } from '@/lib/users/user.store'

/** What the signed-in person's number waits for: its code, and whether it takes messages at all. */
export async function getPhoneState({ userId }: Principal) {
  const profile = await findProfile(db(), userId)
  return {
    waiting: await findConfirmation(db(), userId, now()),
    optedOut: profile?.phoneVerifiedAt ? await hasOptedOut(db(), profile.phone!) : false,
  }
}
