import { claimExpiringKeys, purgeKeys } from '@/lib/identity/api-keys/api-key.store'
import { notifyOwner } from '@/lib/messaging/inbox/notify-owner'
import { addSeconds } from '@/lib/platform/clock'
import { inTransaction } from '@/lib/platform/db/transaction'
import { definePurgeJob, defineRecurringJob } from '@/lib/platform/jobs/define-job'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
const WARN_SECONDS = 7 * DAY_SECONDS
/** A key that lives for a few days needs no reminder. */
const LASTS_SECONDS = 8 * DAY_SECONDS
/** Ended keys are kept this long, so that a revoked key can be told from a wrong one. */
const KEEP_SECONDS = 30 * DAY_SECONDS
const MAILS_AT_ONCE = 50

/** Warns a week before that a key expires, once for each key. */
export const warnOfExpiringKeys = defineRecurringJob({
  name: 'warn-of-expiring-api-keys',
  everySeconds: HOUR_SECONDS,
  run: async (now) => {
    while ((await warnSome(now)) === MAILS_AT_ONCE);
  },
})

function warnSome(now: Date): Promise<number> {
  return inTransaction(async (tx) => {
    const by = { now, until: addSeconds(now, WARN_SECONDS), atLeastSeconds: LASTS_SECONDS }
    const keys = await claimExpiringKeys(tx, { ...by, limit: MAILS_AT_ONCE })
    for (const { userId, name, expiresAt } of keys) {
      if (!userId) continue
      const about = { key: name, expires: expiresAt.toISOString().slice(0, 10) }
      const at = now.toISOString()
      await notifyOwner(tx, { mail: 'api_key_expiring', userId, at, ...about }, now)
    }
    return keys.length
  })
}

export const purgeApiKeys = definePurgeJob({
  name: 'purge-api-keys',
  everySeconds: DAY_SECONDS,
  purges: { api_keys: (db, now, limit) => purgeKeys(db, addSeconds(now, -KEEP_SECONDS), limit) },
})
