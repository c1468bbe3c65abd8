import { lockUser } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import {
  type PreferencesRow,
  readPreferences,
  writePreferences,
} from '@/lib/messaging/notifications/preferences.store'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

type PreferencesOutcome = Outcome<{ preferences: PreferencesRow }>

/**
 * The channels on which the signed-in user receives notifications. Security notices always use the
 * inbox and email.
 */
export async function getNotificationPreferences({
  userId,
}: Principal): Promise<PreferencesOutcome> {
  return { ok: true, preferences: await readPreferences(db(), userId) }
}

/**
 * Changes the channels; undefined keeps a value, and a request that changes nothing writes nothing.
 * Takes effect from the next recipient on, also for batches being sent. Refuses `not_found` if the
 * user no longer exists.
 */
export function setNotificationPreferences(
  { userId }: Pick<Principal, 'userId'>,
  wanted: { [Way in keyof PreferencesRow]?: boolean | undefined },
  ctx: RequestContext,
): Promise<PreferencesOutcome> {
  return inTransaction(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('not_found')
    const before = await readPreferences(tx, userId)
    const ways = Object.keys(before) as (keyof PreferencesRow)[]
    if (ways.every((way) => (wanted[way] ?? before[way]) === before[way]))
      return { ok: true, preferences: before }
    await writePreferences(tx, { userId, ...wanted, now: ctx.now })
    const preferences = await readPreferences(tx, userId)
    await recordAudit(tx, ctx, {
      action: 'notification_preferences.changed',
      outcome: 'ok',
      actorId: userId,
      targetId: userId,
      details: { before: { ...before }, after: { ...preferences } },
    })
    return { ok: true, preferences }
  })
}
