import { findProfile } from '@/lib/accounts/user.store'
import { findConfirmation, hasOptedOut } from '@/lib/messaging/sms/phone.store'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import type { Principal } from '@/lib/platform/request-context'

/** The signed-in user's pending confirmation, and whether their confirmed number has opted out. */
export async function getPhoneState({ userId }: Principal) {
  const profile = await findProfile(db(), userId)
  return {
    waiting: await findConfirmation(db(), userId, now()),
    optedOut: profile?.phoneVerifiedAt ? await hasOptedOut(db(), profile.phone!) : false,
  }
}
