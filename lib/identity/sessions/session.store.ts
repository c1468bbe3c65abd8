import { type FamilyRow, findFamily } from '@/lib/identity/sessions/family.store'
import { addSeconds } from '@/lib/platform/clock'
import type { Db, Tx } from '@/lib/platform/db/database'
import { databaseTimeAt } from '@/lib/platform/db/database-time'
import type { Surface } from '@/lib/platform/request-context'
import { Prisma } from '@/prisma/generated/client'

/**
 * Rotates a live family after its owner changed the password. The same statement invalidates every
 * token of an earlier generation and clears the key of the last rotation, so that nothing issued
 * before leads across the change. Null when the family is not live.
 */
export async function renewFamily(
  db: Db,
  by: { id: string; userId: string; now: Date },
): Promise<FamilyRow | null> {
  const count = await db.$executeRaw`
    UPDATE session_families SET generation = generation + 1, credential_generation = generation + 1,
      auth_time = ${by.now}::timestamptz, last_used_at = ${by.now}::timestamptz,
      rotated_at = ${databaseTimeAt(by.now)}, rotation_key_hash = NULL, rotation_key_usable = false
    WHERE id = ${by.id}::uuid AND user_id = ${by.userId}::uuid
      AND revoked_at IS NULL AND expires_at > ${by.now}::timestamptz`
  return count === 1 ? findFamily(db, by.id, by.now) : null
}

/**
 * Records that the owner of a live session proved the account again, by the methods `amr`
 * (RFC 8176). False, and nothing is written, when the session is not live.
 */
export async function renewAuthentication(
  tx: Tx,
  by: { id: string; userId: string; amr: string[]; now: Date },
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE session_families SET auth_time = ${by.now}::timestamptz,
      amr = amr || ARRAY(SELECT method FROM unnest(${by.amr}::text[]) AS method WHERE method <> ALL(amr))
    WHERE id = ${by.id}::uuid AND user_id = ${by.userId}::uuid
      AND revoked_at IS NULL AND expires_at > ${by.now}::timestamptz`
  return count === 1
}

/**
 * Records that the owner of a session gave these factors (RFC 8176), which does not make the
 * sign-in recent.
 */
export async function addFactors(
  tx: Tx,
  by: { id: string; userId: string; amr: readonly string[] },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE session_families SET
      amr = amr || ARRAY(SELECT method FROM unnest(${[...by.amr]}::text[]) AS method WHERE method <> ALL(amr))
    WHERE id = ${by.id}::uuid AND user_id = ${by.userId}::uuid`
}

/**
 * When and how the owner of a session last proved the account, straight from its row: the cached
 * state of another instance may be older.
 */
export function findAuthentication(
  db: Db,
  id: string,
): Promise<{ authTime: Date; amr: string[] } | null> {
  return db.sessionFamily.findUnique({ where: { id }, select: { authTime: true, amr: true } })
}

/** The hash of the device that a session belongs to. */
export async function findDeviceOfSession(db: Db, id: string): Promise<Buffer | null> {
  const row = await db.sessionFamily.findUnique({ where: { id }, select: { deviceHash: true } })
  return row && Buffer.from(row.deviceHash)
}

/**
 * Revokes one family, of the given owner if any. Returns its owner and, if it is a live
 * impersonation, the administrator; null when it was not live (or not theirs).
 */
export async function revokeFamily(
  db: Db,
  by: { id: string; userId?: string; reason: string; now: Date },
): Promise<{ userId: string; impersonatedById: string | null } | null> {
  const [row] = await db.sessionFamily.updateManyAndReturn({
    where: {
      id: by.id,
      revokedAt: null,
      expiresAt: { gt: by.now },
      ...(by.userId ? { userId: by.userId } : {}),
    },
    data: { revokedAt: by.now, revokedReason: by.reason },
    select: { userId: true, impersonatedById: true },
  })
  return row ?? null
}

interface EndedImpersonation {
  sessionId: string
  userId: string
  actorId: string
}

/**
 * Families that expired within this time are revoked as well, since they may still be live by the
 * clock of another instance. Those that the purge deletes expired earlier: it locks no user's row.
 */
const EXPIRED_SECONDS = 86_400

/** Of the sessions of browsers, the cookies may still be on their way: see `announceEndings`. */
const LAST_USED_FIRST = Prisma.sql`ORDER BY surface = 'web' DESC, last_used_at DESC`

/**
 * Revokes the families of a user that began at `since` or later. Returns those of browsers that
 * were used last first.
 */
export function revokeFamiliesSince(
  tx: Tx,
  by: { userId: string; since: Date; reason: string; now: Date },
): Promise<{ id: string; impersonatedById: string | null; live: boolean }[]> {
  return tx.$queryRaw`
    WITH ended AS (
      UPDATE session_families SET revoked_at = ${by.now}::timestamptz, revoked_reason = ${by.reason}::text
      WHERE user_id = ${by.userId}::uuid AND revoked_at IS NULL AND created_at >= ${by.since}::timestamptz
        AND expires_at > ${addSeconds(by.now, -EXPIRED_SECONDS)}::timestamptz
      RETURNING id, impersonated_by, expires_at, surface, last_used_at)
    SELECT id::text AS id, impersonated_by::text AS "impersonatedById", expires_at > ${by.now}::timestamptz AS live
    FROM ended ${LAST_USED_FIRST}`
}

/**
 * Longer than any request takes: how long cookies of an ended session may still be on their way.
 */
export const ON_ITS_WAY_SECONDS = 120
/** As many as fit into one message of the bus. */
export const MAX_RECENT = 50

interface EndedFamilies {
  count: number
  impersonations: EndedImpersonation[]
  /** Those of browsers that were used last, and of which a response on its way may set cookies. */
  recentIds: string[]
}

/**
 * Revokes all families of a user, except the given one if any. Returns how many were live, and
 * which of them were impersonations or used just now.
 */
export async function revokeFamiliesOf(
  db: Db,
  by: { userId: string; exceptId?: string; reason: string; now: Date },
): Promise<EndedFamilies> {
  const exceptId = by.exceptId ?? null
  const [row] = await db.$queryRaw<EndedFamilies[]>`
    WITH ended AS (
      UPDATE session_families SET revoked_at = ${by.now}::timestamptz, revoked_reason = ${by.reason}::text
      WHERE user_id = ${by.userId}::uuid AND revoked_at IS NULL
        AND expires_at > ${addSeconds(by.now, -EXPIRED_SECONDS)}::timestamptz
        AND (${exceptId}::uuid IS NULL OR id <> ${exceptId}::uuid)
      RETURNING id, user_id, impersonated_by, expires_at, surface, last_used_at)
    SELECT ARRAY(SELECT id::text FROM ended
        WHERE surface = 'web' AND last_used_at > ${addSeconds(by.now, -ON_ITS_WAY_SECONDS)}::timestamptz
        ORDER BY last_used_at DESC LIMIT ${MAX_RECENT}::int) AS "recentIds",
      count(*) FILTER (WHERE expires_at > ${by.now}::timestamptz)::int AS count, COALESCE(
      jsonb_agg(jsonb_build_object('sessionId', id, 'userId', user_id, 'actorId', impersonated_by))
        FILTER (WHERE impersonated_by IS NOT NULL AND expires_at > ${by.now}::timestamptz), '[]') AS impersonations
    FROM ended`
  return row!
}

/**
 * Revokes the live sessions in which a user views the service as someone else, started from the
 * given sessions of theirs, or from any but one. Returns them as `revokeFamiliesSince` does.
 */
export function revokeImpersonationsBy(
  db: Db,
  by: { actorId: string; startedFrom: { ids: string[] } | { exceptId?: string }; now: Date },
): Promise<EndedImpersonation[]> {
  const { startedFrom } = by
  const ids = 'ids' in startedFrom ? startedFrom.ids : null
  const exceptId = 'ids' in startedFrom ? null : startedFrom.exceptId
  return db.$queryRaw`
    WITH ended AS (
      UPDATE session_families SET revoked_at = ${by.now}::timestamptz, revoked_reason = 'impersonator_session_ended'
      WHERE impersonated_by = ${by.actorId}::uuid AND revoked_at IS NULL AND expires_at > ${by.now}::timestamptz
        AND (${ids}::uuid[] IS NULL OR impersonator_session_id = ANY(${ids}::uuid[]))
        AND (${exceptId}::uuid IS NULL OR impersonator_session_id <> ${exceptId}::uuid)
      RETURNING id, user_id, impersonated_by, surface, last_used_at)
    SELECT id::text AS "sessionId", user_id::text AS "userId", impersonated_by::text AS "actorId"
    FROM ended ${LAST_USED_FIRST}`
}

/**
 * Locks the list of a user's sessions until the transaction ends, so that the sign-ins of one user
 * count each other's. They hold the user's row; nothing else takes this lock.
 */
async function lockSessionList(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`sessions of ${userId}`}::text, 0))`
}

/**
 * Locks a user's own live sessions beyond `keep`, the least recently used first and `newest` never.
 * One that ends in any case (`replacedId`, of the same or of another user) is locked with them, in
 * order of id, because two sign-ins that each end what the other does would otherwise wait for each
 * other; it doesn't count. Returns the ids of those beyond `keep`.
 */
export async function lockExcessFamilies(
  tx: Tx,
  by: { userId: string; newest: string; keep: number; replacedId: string | null; now: Date },
): Promise<string[]> {
  await lockSessionList(tx, by.userId)
  const replacedId = by.replacedId ?? by.newest
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text AS id FROM session_families
    WHERE revoked_at IS NULL AND id = ANY(${replacedId}::uuid || ARRAY(
      SELECT id FROM session_families
      WHERE user_id = ${by.userId}::uuid AND revoked_at IS NULL AND expires_at > ${by.now}::timestamptz
        AND impersonated_by IS NULL AND (id = ${by.newest}::uuid OR id <> ${replacedId}::uuid)
      ORDER BY id = ${by.newest}::uuid DESC, last_used_at DESC, id DESC OFFSET ${by.keep}::int))
    ORDER BY session_families.id FOR NO KEY UPDATE`
  return rows.map(({ id }) => id).filter((id) => id !== replacedId)
}

/**
 * Revokes these families, as far as they are live. Returns the ids of those that were, as
 * `revokeFamiliesSince` does.
 */
export async function revokeFamilies(
  db: Db,
  by: { ids: string[]; reason: string; now: Date },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    WITH ended AS (
      UPDATE session_families SET revoked_at = ${by.now}::timestamptz, revoked_reason = ${by.reason}::text
      WHERE id = ANY(${by.ids}::uuid[]) AND revoked_at IS NULL RETURNING id, surface, last_used_at)
    SELECT id::text AS id FROM ended ${LAST_USED_FIRST}`
  return rows.map(({ id }) => id)
}

/** What accepting a session's access tokens depends on. */
export interface SessionState {
  userId: string
  surface: Surface
  authTime: Date
  /** Whether the user proved a second factor in this session. */
  proven: boolean
  /**
   * Access tokens of earlier generations are refused, because they were issued before the latest
   * password change.
   */
  credentialGeneration: number
  presentedGeneration: number
  expiresAt: Date
  revoked: boolean
  /**
   * The administrator who views the service as the owner in this session; null in the owner's own.
   */
  impersonatedById: string | null
}

/** The state of a session, live or not. */
export async function findSessionState(db: Db, id: string): Promise<SessionState | null> {
  const row = await db.sessionFamily.findUnique({
    where: { id },
    select: {
      userId: true,
      surface: true,
      authTime: true,
      amr: true,
      credentialGeneration: true,
      presentedGeneration: true,
      expiresAt: true,
      revokedAt: true,
      impersonatedById: true,
    },
  })
  if (!row) return null
  const { revokedAt, amr, ...state } = row
  return { ...state, proven: amr.includes('mfa'), revoked: revokedAt !== null }
}

/** Records that an access token of that generation has been presented. */
export async function markPresented(db: Db, id: string, generation: number): Promise<void> {
  await db.sessionFamily.updateMany({
    where: { id, presentedGeneration: { lt: generation }, generation: { gte: generation } },
    data: { presentedGeneration: generation },
  })
}

interface LiveOf {
  userId: string
  now: Date
}

const isLive = ({ userId, now }: LiveOf) => ({ userId, revokedAt: null, expiresAt: { gt: now } })

/** A user's live sessions, newest first, after the cursor (an id: UUIDv7 sorts by time). */
export function listFamilies(db: Db, by: LiveOf & { limit: number; beforeId: string | null }) {
  return db.sessionFamily.findMany({
    where: { ...isLive(by), ...(by.beforeId ? { id: { lt: by.beforeId } } : {}) },
    orderBy: { id: 'desc' },
    take: by.limit,
    select: {
      id: true,
      surface: true,
      ip: true,
      userAgent: true,
      createdAt: true,
      lastUsedAt: true,
      impersonatedById: true,
    },
  })
}

/** The names of users, or else their addresses, by id. */
export async function findNamesOf(db: Db, ids: string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const users = await db.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true, email: true },
  })
  return new Map(users.map(({ id, name, email }) => [id, name ?? email]))
}

/** How many live sessions a user has; stops counting at `most`. */
export function countFamilies(db: Db, by: LiveOf, most: number): Promise<number> {
  return db.sessionFamily.count({ where: isLive(by), take: most })
}

/**
 * Deletes a batch of families that ended before the given time. Returns how many. By row address:
 * looking each one up by its id again would read the largest index at random places.
 */
export async function purgeEndedFamilies(db: Db, before: Date, batch: number): Promise<number> {
  return db.$executeRaw`DELETE FROM session_families WHERE expires_at < ${before}::timestamptz AND ctid = ANY(ARRAY(
    SELECT ctid FROM session_families WHERE expires_at < ${before}::timestamptz ORDER BY expires_at LIMIT ${batch}::int))`
}
