import { lockUser } from '@/lib/accounts/user.store'
import { recordAudit } from '@/lib/audit/record-audit'
import {
  endTrustOf,
  listTrustingSessions,
  listUsersWithTrust,
} from '@/lib/identity/mfa/end-trust.store'
import { TRUST_SECONDS } from '@/lib/identity/mfa/trusted-browsers'
import { revokeSession } from '@/lib/identity/sessions/revoke-sessions'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'

/** A job runs this long, then the next one continues. */
const SLICE_MS = 10_000
const PAGE = 1000

/**
 * Ends the trust that browsers were given up to `until`, and the sessions that they opened without
 * the second step, user by user after `after`. Returns the last user done if there are more.
 * Safe to run twice.
 */
export async function endTrustUntil(
  { until, after }: { until: Date; after: string | null },
  now: Date,
): Promise<string | null> {
  const endsAt = performance.now() + SLICE_MS
  const before = { trustedUntil: addSeconds(until, TRUST_SECONDS), startedUntil: until }
  let last = after
  for (;;) {
    const users = await listUsersWithTrust(db(), { ...before, after: last, limit: PAGE })
    for (const { id, hasTrust } of users) {
      if (hasTrust) await endTrustOfUser(id, before, now)
      last = id
      if (performance.now() > endsAt) return last
    }
    if (users.length < PAGE) return null
  }
}

async function endTrustOfUser(
  userId: string,
  { trustedUntil, startedUntil }: { trustedUntil: Date; startedUntil: Date },
  now: Date,
): Promise<void> {
  const ctx = { ip: null, userAgent: null, requestId: newId(), surface: 'api', now } as const
  await inTransaction(async (tx) => {
    if (!(await lockUser(tx, userId))) return
    const browsers = await endTrustOf(tx, { userId, trustedUntil })
    let ended = 0
    for (const sessionId of await listTrustingSessions(tx, { userId, startedUntil, browsers }))
      if (await revokeSession(tx, { sessionId, userId, reason: 'browser_trust_ended' }, ctx))
        ended++
    if (browsers.length + ended === 0) return
    await recordAudit(tx, ctx, {
      action: 'browser.trust_ended',
      outcome: 'ok',
      targetId: userId,
      details: { browsers: browsers.length, sessions_ended: ended },
    })
  })
}
