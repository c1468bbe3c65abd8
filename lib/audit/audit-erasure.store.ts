import { auditColumns } from '@/lib/audit/audit-actions'
import { addSeconds, CLOCK_AHEAD_SECONDS } from '@/lib/platform/clock'
import type { Db, Tx } from '@/lib/platform/db/database'
import { namingPattern } from '@/lib/platform/db/naming-pattern'
import { newId, newIdAfter, NIL_ID, timeOfId } from '@/lib/platform/ids'

const RECORD = auditColumns('audit.erased')

/** An erasure that is not finished. `recordId` is its own audit record. */
export interface Erasure {
  recordId: string
  userId: string
  /** Records until then are erased. */
  upTo: Date
}

/**
 * Records an erasure for each account that was deleted before `before` and not restored, for up to
 * `limit` deletions after the last ones taken. Returns the number of deletions. Concurrent callers
 * take none.
 */
export async function takeDeletions(
  tx: Tx,
  by: { before: Date; limit: number; now: Date },
): Promise<number> {
  const [taken] = await tx.$queryRaw<{ deletions: number }[]>`
    WITH progress AS MATERIALIZED (
      SELECT deleted_at, record_id FROM audit_erasure_progress WHERE id = 1 FOR UPDATE SKIP LOCKED),
    deletions AS MATERIALIZED (
      SELECT a.id, a.occurred_at, a.target_id FROM progress p JOIN audit_records a ON (a.occurred_at, a.id) > (p.deleted_at, p.record_id)
      WHERE a.action = 'user.deleted' AND a.outcome = 'ok' AND a.occurred_at <= ${by.before}::timestamptz
      ORDER BY a.occurred_at, a.id LIMIT ${by.limit}::int),
    gone AS (
      SELECT DISTINCT d.target_id FROM deletions d LEFT JOIN users u ON u.id = d.target_id::uuid
      WHERE (u.id IS NULL OR u.status = 'deleted') AND NOT EXISTS (
        SELECT FROM audit_records r WHERE r.target_id = d.target_id AND r.action = 'user.restored' AND r.outcome = 'ok'
          AND r.occurred_at >= d.occurred_at)
        -- Erased with the account; only the record of that is left.
        AND NOT EXISTS (SELECT FROM account_erasures e WHERE e.user_id = d.target_id::uuid)),
    erasures AS MATERIALIZED (SELECT uuid_v7(${by.now}::timestamptz) AS id, target_id FROM gone),
    records AS (
      INSERT INTO audit_records (id, occurred_at, action, outcome, target_type, target_id, request_id, details)
      SELECT id, ${by.now}::timestamptz, ${RECORD.action}, ${RECORD.outcome}, ${RECORD.targetType}, target_id, ${newId()},
        '{"surface": "api"}' FROM erasures),
    waiting AS (
      INSERT INTO audit_erasures (record_id, user_id, up_to) SELECT id, target_id::uuid, ${by.now}::timestamptz FROM erasures),
    moved AS (
      UPDATE audit_erasure_progress p SET deleted_at = d.occurred_at, record_id = d.id
      FROM (SELECT occurred_at, id FROM deletions ORDER BY occurred_at DESC, id DESC LIMIT 1) d WHERE p.id = 1)
    SELECT count(*)::int AS deletions FROM deletions`
  return taken!.deletions
}

/** Erasures in progress that were not tried since `triedBefore`, those tried longest ago first. */
export function listErasures(db: Db, by: { triedBefore: Date; limit: number }): Promise<Erasure[]> {
  return db.auditErasure.findMany({
    where: { finishedAt: null, OR: [{ triedAt: null }, { triedAt: { lte: by.triedBefore } }] },
    orderBy: { triedAt: { sort: 'asc', nulls: 'first' } },
    select: { recordId: true, userId: true, upTo: true },
    take: by.limit,
  })
}

/**
 * Erases the personal values and salts of those of these records whose digest is sealed. Returns
 * how many.
 */
export async function eraseValues(
  tx: Tx,
  by: { recordIds: readonly string[]; erasedBy: string },
): Promise<number> {
  const erased = await tx.$queryRaw<{ id: string }[]>`
    UPDATE audit_records a SET ip = NULL, user_agent = NULL, details = jsonb_build_object('erased_by', ${by.erasedBy}::text)
    WHERE a.id = ANY(${[...by.recordIds]}::uuid[]) AND a.details -> 'erased_by' IS NULL
      AND EXISTS (SELECT FROM audit_salts s WHERE s.record_id = a.id)
    RETURNING a.id`
  // In a statement of its own: a trigger admits it only after the values are gone.
  await tx.$executeRaw`DELETE FROM audit_salts WHERE record_id = ANY(${erased.map(({ id }) => id)}::uuid[])`
  return erased.length
}

/** Notes a try of an erasure, and that it is finished if it is. */
export async function noteErasure(
  db: Db,
  recordId: string,
  by: { finished: boolean; now: Date },
): Promise<void> {
  await db.auditErasure.update({
    where: { recordId },
    data: { triedAt: by.now, finishedAt: by.finished ? by.now : null },
  })
}

/**
 * Records the erasure of what the records by and about a user say, and queues the work. Covers
 * records with an earlier id than its own, which it returns: it is later than those that are there,
 * even if an instance whose clock is ahead wrote them.
 */
export async function insertErasure(tx: Tx, userId: string, now: Date): Promise<string> {
  const newest = await findNewestIds(tx, [userId], now)
  const recordId = newIdAfter(newest.get(userId) ?? NIL_ID)
  await insertErasureRecord(tx, { recordId, userId, records: null, now })
  const idTime = timeOfId(recordId)
  await tx.auditErasure.create({ data: { recordId, userId, upTo: idTime > now ? idTime : now } })
  return recordId
}

/** The same for several users, with two statements. */
export async function insertErasures(db: Db, userIds: readonly string[], now: Date): Promise<void> {
  const newest = await findNewestIds(db, userIds, now)
  const recordIds = userIds.map((userId) => newIdAfter(newest.get(userId) ?? NIL_ID))
  const until = recordIds.map((id) => new Date(Math.max(timeOfId(id).getTime(), now.getTime())))
  await db.$executeRaw`
    WITH erasures AS MATERIALIZED (
      SELECT * FROM unnest(${recordIds}::uuid[], ${[...userIds]}::uuid[], ${until}::timestamptz[]) AS e (id, user_id, up_to)),
    records AS (
      INSERT INTO audit_records (id, occurred_at, action, outcome, target_type, target_id, request_id, details)
      SELECT id, ${now}::timestamptz, ${RECORD.action}, ${RECORD.outcome}, ${RECORD.targetType}, user_id::text, ${newId()},
        '{"surface": "api"}' FROM erasures)
    INSERT INTO audit_erasures (record_id, user_id, up_to) SELECT id, user_id, up_to FROM erasures`
}

/**
 * The newest id among the records by and about each user that were written since `now`, by any
 * clock. Users without such a record are missing.
 */
async function findNewestIds(
  db: Db,
  userIds: readonly string[],
  now: Date,
): Promise<Map<string, string>> {
  const until = addSeconds(now, CLOCK_AHEAD_SECONDS)
  const rows = await db.$queryRaw<{ user_id: string; id: string }[]>`
    SELECT u.id::text AS user_id, newest.id::text AS id
    FROM unnest(${[...userIds]}::uuid[]) AS u (id) CROSS JOIN LATERAL (
      SELECT r.id FROM audit_records r WHERE (r.actor_id = u.id OR r.target_id = u.id::text)
        AND r.id >= audit_first_id(${now}::timestamptz) AND r.id < audit_first_id(${until}::timestamptz)
      ORDER BY r.id DESC LIMIT 1) AS newest`
  return new Map(rows.map((row) => [row.user_id, row.id]))
}

/** Records the erasure of what these records, by and about others, say about a user. */
export async function insertErasureOf(
  tx: Tx,
  by: { userId: string; records: readonly string[]; now: Date },
): Promise<string> {
  // Later than the records, so that its month is not removed before theirs.
  const recordId = newIdAfter([...by.records].sort().at(-1) ?? NIL_ID)
  await insertErasureRecord(tx, { ...by, recordId })
  return recordId
}

async function insertErasureRecord(
  tx: Tx,
  by: { recordId: string; userId: string; records: readonly string[] | null; now: Date },
): Promise<void> {
  const { recordId: id, userId: targetId, records, now: occurredAt } = by
  const details = { surface: 'api', ...(records && { records: [...records] }) }
  await tx.auditRecord.create({
    data: { ...RECORD, id, occurredAt, targetId, requestId: newId(), details },
  })
}

/** What records may call a user, in lower case. */
export interface NamedUser {
  userId: string
  addresses: readonly string[]
  /** Only looked for in searches. */
  names: readonly string[]
  /** Later records are about another user, who has the addresses by then. */
  beforeId: string
}

/** A record, and the users whom it names. `sealed`: whether it can be erased already. */
export interface NamingRecord {
  id: string
  occurredAt: Date
  names: string[]
  sealed: boolean
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/**
 * Records with one of these actions, newest first. A record names a user if its details contain one
 * of the addresses as an email or filter (and it is not about another account), an address or a
 * name in a search, or the ID as the owner of what it is about. Regular expressions cost too much
 * to compare every record with every user, so only what contains a part is.
 */
export function listNamingRecords(
  db: Db,
  by: {
    users: readonly NamedUser[]
    actions: readonly string[]
    after: { occurredAt: Date; id: string }
    limit: number
  },
): Promise<NamingRecord[]> {
  const addresses = by.users.flatMap((user) => user.addresses)
  const searched = (user: NamedUser) => [...user.addresses, ...user.names]
  const partOf = (name: string) => `%${name.replace(/[\\%_]/g, '\\$&')}%`
  const users = by.users.map((user) => ({
    ...user,
    parts: searched(user).map(partOf),
    pattern: namingPattern(searched(user)),
  }))
  const parts = users.flatMap((user) => user.parts)
  const beforeId = by.users.map((user) => user.beforeId).reduce((a, b) => (a > b ? a : b))
  return db.$queryRaw`
    WITH page AS MATERIALIZED (
      SELECT id, occurred_at, target_id, details ->> 'user_id' AS user_id, lower(details ->> 'email') AS email,
        lower(details ->> 'actor') AS actor,
        lower(concat_ws(E'\n', details ->> 'query', details ->> 'target')) AS searches
      FROM audit_records
      WHERE action = ANY(${[...by.actions]}::text[]) AND id < ${beforeId}::uuid
        AND (occurred_at, id) < (${by.after.occurredAt}::timestamptz, ${by.after.id}::uuid)
      ORDER BY occurred_at DESC, id DESC LIMIT ${by.limit}::int)
    SELECT id::text AS id, occurred_at AS "occurredAt",
      CASE WHEN user_id = ANY(${users.map(({ userId }) => userId)}::text[])
        OR email = ANY(${addresses}::text[]) OR actor = ANY(${addresses}::text[])
        OR searches LIKE ANY(${parts}::text[])
      THEN ARRAY(
        SELECT u."userId"
        FROM jsonb_to_recordset(${JSON.stringify(users)}::jsonb)
          AS u("userId" text, addresses text[], parts text[], pattern text, "beforeId" uuid)
        WHERE page.id < u."beforeId" AND (page.user_id = u."userId"
          OR (page.email = ANY(u.addresses) OR page.actor = ANY(u.addresses)) IS TRUE
            AND NOT EXISTS (SELECT FROM users other WHERE other.id =
              CASE WHEN page.target_id ~ ${UUID}::text THEN page.target_id::uuid END)
          OR page.searches LIKE ANY(u.parts) AND page.searches ~ u.pattern))
      ELSE '{}' END AS names,
      EXISTS (SELECT FROM audit_salts s WHERE s.record_id = page.id) AS sealed
    FROM page ORDER BY occurred_at DESC, id DESC`
}
