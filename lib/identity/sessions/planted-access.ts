import type { AuditDetails } from '@/lib/audit/audit-actions'
import { lockPlantedAccess } from '@/lib/identity/account/account-locks.store'
import { CHALLENGE_SECONDS, deleteChallengesOf } from '@/lib/identity/mfa/challenge.store'
import { HANDOFF_SECONDS } from '@/lib/identity/oauth/oauth-flow.store'
import {
  deletePasskeysSince,
  deleteRecoveryCodesSince,
  endEmailChangeSince,
  endEnrollmentSince,
  eraseFactorSince,
  findEarliestDisownable,
  findSessionStart,
  forgetDevicesSince,
  revokeKeysSince,
  unlinkSince,
} from '@/lib/identity/sessions/planted-access.store'
import { endPlantedWork, NO_WORK_ENDED } from '@/lib/identity/sessions/planted-work'
import { notifyOwner } from '@/lib/messaging/inbox/notify-owner'
import { erasePhoneSince } from '@/lib/messaging/sms/phone.store'
import { publish } from '@/lib/platform/bus/bus'
import { addSeconds, CLOCK_AHEAD_SECONDS } from '@/lib/platform/clock'
import type { Tx } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'

/**
 * How long before a session begins its user may have signed in with the provider that opened it.
 */
const AT_PROVIDER_SECONDS = HANDOFF_SECONDS + CHALLENGE_SECONDS

/** What was removed, as audited. */
type RemovedAccess = Omit<AuditDetails<'session.disowned'>, keyof DisownedSession>
type DisownedSession = Pick<
  AuditDetails<'session.disowned'>,
  'ended' | 'sessions_ended' | 'address_changed'
>

/** What may be an intruder's, by when it began, because a session was not the owner's. */
interface Doubtful {
  /**
   * Anything added to the account after this time is suspect. It is set back by the clock
   * tolerance, because instances' clocks differ and a script can add a key within milliseconds.
   */
  since: Date
  /** Sessions that began and devices that became known after this time are suspect. */
  sessionsSince: Date
  /**
   * Provider accounts that signed in after this time are suspect, however long they have been
   * connected, because the session was opened with one of them. Null if it was opened otherwise.
   */
  usedSince: Date | null
  /** Second factors added by sessions that began before this time are the owner's. */
  sessionsFrom: Date
}

/**
 * Finds what is suspect because the owner disowns a session; null if it is not a session of this
 * user. `resetFollows`: whether a password reset ends all sessions later.
 *
 * An intruder may have signed in several times and added second factors in an earlier session. So a
 * session counts as the owner's only if it began before all sessions that the owner can still
 * disown. It is not enough that a session was not reported: after a reported sign-in, the
 * intruder's device is known, so its next sign-in is not reported. Someone who can read the owner's
 * email gains nothing by disowning sessions: they could use the links in those emails, too.
 */
export async function findDoubtful(
  tx: Tx,
  {
    resetFollows,
    now,
    ...by
  }: { userId: string; sessionId: string; resetFollows: boolean; now: Date },
): Promise<Doubtful | null> {
  const session = await findSessionStart(tx, by)
  if (!session) return null
  const { createdAt: start, amr } = session
  const since = doubtfulSince(session)
  const earliest = await findEarliestDisownable(tx, { userId: by.userId, now })
  const sessionsFrom =
    earliest && earliest < start ? addSeconds(earliest, -CLOCK_AHEAD_SECONDS) : since
  const usedSince = amr.includes('fed') ? addSeconds(since, -AT_PROVIDER_SECONDS) : null
  // Sessions from just before may be the owner's. Without a reset, nothing else would end the
  // intruder's, which another instance may have opened by a clock that is behind.
  const sessionsSince = resetFollows ? start : since
  return { since, sessionsSince, usedSince, sessionsFrom }
}

function doubtfulSince({ createdAt }: { createdAt: Date }): Date {
  return addSeconds(createdAt, -CLOCK_AHEAD_SECONDS)
}

/** Takes the locks of `lockPlantedAccess` for what `findDoubtful` finds suspect. */
export async function lockDoubtful(
  tx: Tx,
  by: { userId: string; sessionId: string },
): Promise<void> {
  const session = await findSessionStart(tx, by)
  if (session) await lockPlantedAccess(tx, { userId: by.userId, since: doubtfulSince(session) })
}

/**
 * Removes everything suspect that opens the account without its password. Also ends suspect work
 * that continues without a session (`endPlantedWork`), and every sign-in that waits for its second
 * step. An intruder may have added or started these from any session, and the owner can repeat
 * their own. Second factors that a session of the owner added stay (`sessionsFrom`), because
 * without them anyone who can read the owner's email could sign in.
 *
 * The caller holds the locks of `lockPlantedAccess` and then of the user's row, and ends the
 * sessions. It also begins or completes a password reset, because no way to sign in may be left.
 */
export async function removePlantedAccess(
  tx: Tx,
  { userId, doubtful }: { userId: string; doubtful: Doubtful },
  ctx: RequestContext,
): Promise<RemovedAccess> {
  const { since, sessionsSince, usedSince, sessionsFrom } = doubtful
  const { now } = ctx
  const added = { userId, since }
  const keys = await revokeKeysSince(tx, { ...added, now })
  const removed = {
    passkeys_removed: await deletePasskeysSince(tx, { ...added, sessionsFrom }),
    providers_disconnected: await unlinkSince(tx, { ...added, usedSince }),
    api_keys_revoked: keys.map(({ id }) => id),
    mfa_disabled: await eraseFactorSince(tx, { ...added, sessionsFrom }),
    recovery_codes_removed: await deleteRecoveryCodesSince(tx, { ...added, sessionsFrom }),
    mfa_setup_ended: await endEnrollmentSince(tx, added),
    email_change_cancelled: await endEmailChangeSince(tx, added),
    phone_removed: await erasePhoneSince(tx, { ...added, now }),
    ...(await endPlantedWork(tx, added, ctx)),
  }
  await deleteChallengesOf(tx, { userId })
  await forgetDevicesSince(tx, { userId, since: sessionsSince })
  if (removed.recovery_codes_removed)
    await notifyOwner(tx, { mail: 'recovery_codes_removed', userId, at: now.toISOString() }, now)
  for (const { id: keyId, userId: ownerId } of keys)
    await publish(tx, { type: 'api_key.revoked', keyId, userId: ownerId })
  await publish(tx, { type: 'user.changed', userId })
  return removed
}

/** For a session that is not the user's, and so makes nothing suspect. */
export const NOTHING_REMOVED: RemovedAccess = {
  passkeys_removed: [],
  providers_disconnected: [],
  api_keys_revoked: [],
  mfa_disabled: false,
  recovery_codes_removed: false,
  mfa_setup_ended: false,
  email_change_cancelled: false,
  phone_removed: false,
  ...NO_WORK_ENDED,
}

/** Whether anything was removed. */
export function removedAny(removed: RemovedAccess): boolean {
  return Object.values(removed).some((part) =>
    Array.isArray(part) ? part.length > 0 : Boolean(part),
  )
}
