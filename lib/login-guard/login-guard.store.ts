import { settings } from '@/lib/config/settings'
import type { GuardKeys } from '@/lib/login-guard/guard-keys'
import { db } from '@/lib/platform/db/database'

export type Decision =
  | { kind: 'admitted'; knownDevice: boolean }
  | { kind: 'locked'; until: Date }
  /** All that is left of the budget `held` stands with undecided attempts. */
  | { kind: 'wait'; held: string }

export type AttemptOutcome = 'succeeded' | 'failed' | 'released'

interface ReserveRow {
  decision: Decision['kind']
  until: Date | null
  held: Uint8Array | null
  known_device: boolean
}

/**
 * Asks the database for one attempt (login_guard_reserve, one round trip, atomic): known device or not, locked or not,
 * admitted or not. An admitted attempt that is not settled by `deadline` counts as failed.
 */
export async function reserve(
  attempt: { email: string; keys: GuardKeys },
  { at, deadline }: { at: Date; deadline: Date },
): Promise<Decision> {
  const { keys, email } = attempt
  const { maxLoginAttempts, maxLoginAttemptsPerIp, lockoutDurationSeconds } = settings().guard
  const [row] = await db().$queryRaw<ReserveRow[]>`
    SELECT decision, until, held, known_device FROM login_guard_reserve(
      ${keys.email}::bytea, ${keys.ip}::bytea, ${keys.device}::bytea, ${keys.deviceHash}::bytea, ${email}::text,
      ${maxLoginAttempts}::integer, ${maxLoginAttemptsPerIp}::integer, ${lockoutDurationSeconds}::double precision,
      ${at}::timestamptz, ${deadline}::timestamptz)`
  if (row?.decision === 'admitted') return { kind: 'admitted', knownDevice: row.known_device }
  if (row?.decision === 'locked' && row.until) return { kind: 'locked', until: row.until }
  return { kind: 'wait', held: Buffer.from(row?.held ?? keys.email).toString('hex') }
}

/** Writes down how an admitted attempt ended (login_guard_settle, one statement). Late or twice, it changes nothing. */
export async function settle(
  attempt: { accountKey: Buffer; ipKey: Buffer | null; at: Date; deadline: Date },
  outcome: AttemptOutcome,
): Promise<void> {
  const { maxLoginAttempts, maxLoginAttemptsPerIp, lockoutDurationSeconds } = settings().guard
  await db().$queryRaw`
    SELECT 1 FROM login_guard_settle(
      ${attempt.accountKey}::bytea, ${maxLoginAttempts}::integer, ${attempt.ipKey}::bytea,
      ${maxLoginAttemptsPerIp}::integer, ${outcome}::text, ${lockoutDurationSeconds}::double precision,
      ${attempt.at}::timestamptz, ${attempt.deadline}::timestamptz)`
}
