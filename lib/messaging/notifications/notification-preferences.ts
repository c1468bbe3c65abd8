import { lockUser } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import {
  findPreferences,
  type PreferencesRow,
  writePreferences,
} from '@/lib/messaging/notifications/preferences.store'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

type PreferencesOutcome = Outcome<{ preferences: PreferencesRow }>

/**
 * By which ways the signed-in person takes announcements. What is about the security of their
 * account comes by all, always.
 */
export async function getNotificationPreferences({
  userId,
}: Principal): Promise<PreferencesOutcome> {
  return { ok: true, preferences: await findPreferences(db(), userId) }
}

/**
 * Changes that; undefined leaves a way as it is, and a request that changes nothing writes nothing.
 * It counts from the next recipient's turn on, also in what is being sent.
 */
export function setNotificationPreferences(
  { userId }: Principal,
  wanted: { [Way in keyof PreferencesRow]?: boolean | undefined },
  ctx: RequestContext,
): Promise<PreferencesOutcome> {
  return inTransaction(async (tx) => {
    await lockUser(tx, userId)
    const before = await findPreferences(tx, userId)
    const ways = Object.keys(before) as (keyof PreferencesRow)[]
    if (ways.every((way) => (wanted[way] ?? before[way]) === before[way]))
      return { ok: true, preferences: before }
    await writePreferences(tx, { userId, ...wanted, now: ctx.now })
    const preferences = await findPreferences(tx, userId)
    await recordAudit(tx, ctx, {
      action: 'notification_preferences.changed',
      outcome: 'ok',
      actorId: userId,
      targetType: 'user',
      targetId: userId,
      details: { before: { ...before }, after: { ...preferences } },
    })
    return { ok: true, preferences }
  })
}
