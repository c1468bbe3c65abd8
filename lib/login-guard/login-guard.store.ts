import { settings } from '@/lib/config/settings'
import type { GuardKeys } from '@/lib/login-guard/guard-keys'
import { equalBytes } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { runNamed } from '@/lib/platform/db/run-named'
import type { Credentials } from '@/lib/users/user.store'

export interface AttemptOwner extends Credentials {
  /** Of the registrations that wait for confirmation, newest first: the account itself has no password yet. */
  waitingHashes: string[]
}

export type Decision =
  /** `owner`: who has that e-mail. */
  | { kind: 'admitted'; knownDevice: boolean; owner: AttemptOwner | null }
  /** `by`: the budget of the client's address, whatever else is locked, or that of the account (or its device). */
  | { kind: 'locked'; until: Date; by: 'network' | 'account' }
  /** All that is left of the budget `held` stands with undecided attempts. */
  | { kind: 'wait'; held: string }

export type AttemptOutcome = 'succeeded' | 'failed' | 'released'

/** The columns of the owner are null when there is none, and when the attempt is not admitted. */
interface ReserveRow extends Omit<AttemptOwner, 'id' | 'email' | 'waitingHashes'> {
  decision: Decision['kind']
  until: Date | null
  held: Uint8Array | null
  knownDevice: boolean
  id: string | null
  email: string | null
  waitingHashes: string[] | null
}

/** The owner comes with the decision, not before it and in no statement of its own: half the round trips of a sign-in. */
const RESERVE = {
  name: 'reserve-attempt',
  text: `
    SELECT r.decision, r.until, r.held, r.known_device AS "knownDevice", u.id, u.email, u.name, u.status::text AS status,
      u.password_hash AS "passwordHash", u.password_changed_at AS "passwordChangedAt", u.email_verified_at AS "emailVerifiedAt",
      u.mfa_enabled_at AS "mfaEnabledAt",
      CASE WHEN u.status = 'pending' AND u.password_hash IS NULL THEN ARRAY(
        SELECT a.password_hash FROM registration_attempts a
        WHERE a.user_id = u.id AND a.expires_at > $9::timestamptz ORDER BY a.created_at DESC) END AS "waitingHashes"
    FROM login_guard_reserve($1::bytea, $2::bytea, $3::bytea, $4::bytea, $5::text, $6::integer, $7::integer,
      $8::double precision, $9::timestamptz, $10::timestamptz, $11::text) r
    LEFT JOIN users u ON r.decision = 'admitted' AND u.email = $5::text`,
}

const SETTLE = {
  name: 'settle-attempt',
  text: `
    SELECT 1 FROM login_guard_settle($1::bytea, $2::integer, $3::bytea, $4::integer, $5::text, $6::double precision,
      $7::timestamptz, $8::timestamptz, $9::text)`,
}

/**
 * Asks the database for one attempt (login_guard_reserve, one round trip, atomic): known device or not, locked or not,
 * admitted or not; with it, who has that e-mail. An admitted attempt that is not settled by `deadline` counts as failed. A
 * lock that begins because of such is put on record.
 */
export async function reserve(
  attempt: { email: string; keys: GuardKeys; lockNote: string },
  { at, deadline }: { at: Date; deadline: Date },
): Promise<Decision> {
  const { keys, email, lockNote } = attempt
  const { maxLoginAttempts, maxLoginAttemptsPerIp, lockoutDurationSeconds } = settings().guard
  const budgets = [keys.email, keys.ip, keys.device, keys.deviceHash]
  const limits = [maxLoginAttempts, maxLoginAttemptsPerIp, lockoutDurationSeconds]
  const [row] = await runNamed<ReserveRow>(db(), RESERVE, [
    ...budgets,
    email,
    ...limits,
    at,
    deadline,
    lockNote,
  ])
  if (row?.decision === 'admitted')
    return { kind: 'admitted', knownDevice: row.knownDevice, owner: ownerOf(row) }
  if (row?.decision === 'locked' && row.until) {
    const byAddress = row.held !== null && equalBytes(row.held, keys.ip)
    return { kind: 'locked', until: row.until, by: byAddress ? 'network' : 'account' }
  }
  return { kind: 'wait', held: Buffer.from(row?.held ?? keys.email).toString('hex') }
}

function ownerOf(row: ReserveRow): AttemptOwner | null {
  const { id, email, name, status, passwordHash, passwordChangedAt, emailVerifiedAt, mfaEnabledAt } = row
  if (id === null || email === null) return null
  const user = { id, email, name, status, passwordHash, passwordChangedAt, emailVerifiedAt, mfaEnabledAt }
  return { ...user, waitingHashes: row.waitingHashes ?? [] }
}

/**
 * Writes down how an admitted attempt ended (login_guard_settle, one statement), and a lock that begins with it on the audit
 * trail. Late or twice, it changes nothing.
 */
export async function settle(
  attempt: { accountKey: Buffer; ipKey: Buffer | null; at: Date; deadline: Date; lockNote: string },
  outcome: AttemptOutcome,
): Promise<void> {
  const { maxLoginAttempts, maxLoginAttemptsPerIp, lockoutDurationSeconds } = settings().guard
  const budgets = [attempt.accountKey, maxLoginAttempts, attempt.ipKey, maxLoginAttemptsPerIp]
  // No other outcome begins a lock.
  const note = outcome === 'failed' ? attempt.lockNote : null
  const how = [outcome, lockoutDurationSeconds, attempt.at, attempt.deadline, note]
  await runNamed(db(), SETTLE, [...budgets, ...how])
}
