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

/** How long before a session its owner may have signed in with the provider that opened it. */
const AT_PROVIDER_SECONDS = HANDOFF_SECONDS + CHALLENGE_SECONDS

/** What was removed, as audited. */
type RemovedAccess = Omit<AuditDetails<'session.disowned'>, keyof DisownedSession>
type DisownedSession = Pick<
  AuditDetails<'session.disowned'>,
  'ended' | 'sessions_ended' | 'address_changed'
>

/** What is doubtful after a session that is not the owner's. */
interface Doubtful {
  /** From when on what was added to the account is: clocks differ, and a script adds a key at once. */
  since: Date
  /** From when on sessions and devices are. */
  sessionsSince: Date
  /**
   * From when on provider accounts that signed in are, however long they have been connected: the
   * session began with one of them. Null if it began otherwise.
   */
  usedSince: Date | null
  /** Second factors added by sessions that began before this time are the owner's. */
  sessionsFrom: Date
}

/**
 * Null if the session is not the user's. `resetFollows`: whether a reset ends all sessions later.
 *
 * An intruder may have signed in several times and added second factors in an earlier session. So a
 * session counts as the owner's only if it began before all sessions that the owner can still
 * disown. That a session was not reported is not enough: after a reported sign-in, its device is
 * known. Someone who can read the owner's email gains nothing: they could use those links, too.
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

/** Takes the locks of `lockPlantedAccess` for what is doubtful after that session (`findDoubtful`). */
export async function lockDoubtful(
  tx: Tx,
  by: { userId: string; sessionId: string },
): Promise<void> {
  const session = await findSessionStart(tx, by)
  if (session) await lockPlantedAccess(tx, { userId: by.userId, since: doubtfulSince(session) })
}

/**
 * Removes what was added to an account since then and would open it without its password, ends what was
 * begun since and goes on without a session (`endPlantedWork`), and all sign-ins that wait for their
 * second step: an intruder may have added or begun it from any session, and the owner can do theirs
 * again. Only second factors that a session of the owner added stay (`sessionsFrom`): without them,
 * anyone who can read the owner's email could sign in. The caller holds the locks of `lockPlantedAccess`
 * and then of the user's row, ends the sessions, and begins a reset or completes one: what is left may
 * be no way to sign in.
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

/** Where the session is not the user's, so that nothing is doubtful. */
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
