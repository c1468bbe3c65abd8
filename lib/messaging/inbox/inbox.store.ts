import { v7 } from 'uuid'
import type { InboxParams } from '@/lib/messaging/inbox/inbox.schemas'
import { mailJobKind } from '@/lib/messaging/mail/queue-mail'
import type { Db, Tx } from '@/lib/platform/db/database'
import { namingPattern } from '@/lib/platform/db/naming-pattern'

/** An item in a user's inbox. */
export interface InboxItemRow {
  id: string
  userId: string
  kind: string
  title: string
  body: string | null
  href: string | null
  params: InboxParams
  createdAt: Date
  readAt: Date | null
  /** Another user whom the texts name. */
  aboutId: string | null
  /** The language of the account, null if none was chosen. */
  ownerLocale: string | null
}

export type NewInboxItem = Omit<InboxItemRow, 'readAt' | 'ownerLocale'>

const WITH_OWNER = { user: { select: { locale: true } } } as const

/** Unread counts by user; users without unread items are missing. */
export async function countUnread(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ userId: string; count: number }[]>`
    SELECT user_id::text AS "userId", count(*)::int AS count FROM inbox_items
    WHERE user_id = ANY(${[...userIds]}::uuid[]) AND read_at IS NULL GROUP BY user_id`
  return new Map(rows.map(({ userId, count }) => [userId, count]))
}

/** Those of the users who have at least so many unread items of a kind. */
export async function listUsersWithUnread(
  db: Db,
  by: { userIds: readonly string[]; kind: string; atLeast: number },
): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ userId: string }[]>`
    SELECT user_id::text AS "userId" FROM inbox_items
    WHERE user_id = ANY (${[...by.userIds]}::uuid[]) AND read_at IS NULL AND kind = ${by.kind}
    GROUP BY user_id HAVING count(*) >= ${by.atLeast}::int`
  return new Set(rows.map(({ userId }) => userId))
}

/** The items with these ids that exist, by id. */
export async function findInboxItems(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, InboxItemRow>> {
  const rows = await db.inboxItem.findMany({ where: { id: { in: [...ids] } }, include: WITH_OWNER })
  return new Map(rows.map((row) => [row.id, readRow(row)]))
}

/** The item with that id if it belongs to the user. */
export async function findOwnItem(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<InboxItemRow | null> {
  const row = await db.inboxItem.findFirst({ where: { id, userId }, include: WITH_OWNER })
  return row && readRow(row)
}

/** A user's items, newest first, after the cursor (an id: UUIDv7 sorts by time). */
export async function listItems(
  db: Db,
  by: { userId: string; unreadOnly: boolean; limit: number; beforeId: string | null },
): Promise<InboxItemRow[]> {
  const rows = await db.inboxItem.findMany({
    where: {
      userId: by.userId,
      ...(by.unreadOnly ? { readAt: null } : {}),
      ...(by.beforeId ? { id: { lt: by.beforeId } } : {}),
    },
    orderBy: { id: 'desc' },
    take: by.limit,
    include: WITH_OWNER,
  })
  return rows.map(readRow)
}

/**
 * Stores items in one statement, except for deleted users and ids that already exist. Returns the
 * ids of the stored items.
 */
export async function insertItems(tx: Tx, items: readonly NewInboxItem[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO inbox_items (id, user_id, kind, title, body, href, params, created_at, about_user_id)
    SELECT i.id, i."userId", i.kind, i.title, i.body, i.href, i.params, i."createdAt", i."aboutId"
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS i(
      id uuid, "userId" uuid, kind text, title text, body text, href text, params jsonb,
      "createdAt" timestamptz, "aboutId" uuid)
    JOIN users u ON u.id = i."userId" AND u.status <> 'deleted'
    ON CONFLICT (id) DO NOTHING
    RETURNING id::text AS id`
  return new Set(rows.map(({ id }) => id))
}

const SAME_SIGN_IN = `waiting.read_at IS NULL AND waiting.kind = :noticeKind::text AND waiting.params = :noticeParams::jsonb`
const AN_HOUR_AGO = `:now::timestamptz - interval '1 hour'`

/**
 * Common table expressions that notify a user of a sign-in, in the inbox and by email, unless an
 * unread item of the last hour is for the same device and address; an older one is replaced, so
 * that a script that signs in can't flood the inbox. Change nothing on a known device, and insert
 * nothing on an account's first sign-in. Expects the relation `owner` with at most one row, whose
 * `id` and `email` are the user's, whose `first_signed_in_at` is null before the first sign-in, and
 * whose `known_device` tells whether the device is known, and the values `now` and those of
 * `SignInNotice`. Sessions count, too: concurrent first sign-ins leave the column null.
 */
export const NOTIFY_OF_SIGN_IN = `
    replaced AS (
      DELETE FROM inbox_items WHERE id IN (
        SELECT waiting.id FROM inbox_items waiting JOIN owner ON waiting.user_id = owner.id AND NOT owner.known_device
        WHERE ${SAME_SIGN_IN} AND waiting.created_at <= ${AN_HOUR_AGO}
        FOR UPDATE OF waiting SKIP LOCKED)),
    notice AS (
      INSERT INTO inbox_items (id, user_id, kind, title, body, href, params, created_at)
      SELECT :noticeId::uuid, owner.id, :noticeKind::text, :noticeTitle::text, :noticeBody::text, :noticeHref::text, :noticeParams::jsonb, :now::timestamptz
      FROM owner
      WHERE NOT owner.known_device
        AND (owner.first_signed_in_at IS NOT NULL
          OR EXISTS (SELECT 1 FROM session_families before WHERE before.user_id = owner.id AND before.impersonated_by IS NULL))
        AND NOT EXISTS (SELECT 1 FROM inbox_items waiting WHERE waiting.user_id = owner.id
          AND ${SAME_SIGN_IN} AND waiting.created_at > ${AN_HOUR_AGO})
      RETURNING id),
    mail AS (
      INSERT INTO jobs (id, kind, payload, run_at, created_at)
      SELECT :mailId::uuid, '${mailJobKind.kind}', :mailPayload::jsonb || jsonb_build_object('to', owner.email),
        :now::timestamptz, :now::timestamptz
      FROM notice, owner)`

export interface SignInNotice {
  noticeId: string
  noticeKind: string
  noticeTitle: string
  noticeBody: string | null
  noticeHref: string
  /** JSON. */
  noticeParams: string
  /** The job that sends the email, and its payload in JSON. */
  mailId: string
  mailPayload: string
}

/** Marks one unread item as read if it belongs to the user, in one conditional write. */
export async function markItemRead(
  tx: Tx,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<boolean> {
  const { count } = await tx.inboxItem.updateMany({
    where: { id, userId, readAt: null },
    data: { readAt: now },
  })
  return count === 1
}

/**
 * Marks all of a user's items as read, or those of these `ids`. Returns how many were unread. Rows
 * are locked in a fixed order so that two callers cannot deadlock.
 */
export function markItemsRead(
  tx: Tx,
  { userId, ids = null, now }: { userId: string; ids?: readonly string[] | null; now: Date },
): Promise<number> {
  return tx.$executeRaw`
    WITH held AS (
      SELECT id FROM inbox_items WHERE user_id = ${userId}::uuid AND read_at IS NULL
        AND (${ids}::uuid[] IS NULL OR id = ANY(${ids}::uuid[]))
      ORDER BY id FOR UPDATE)
    UPDATE inbox_items SET read_at = ${now}::timestamptz FROM held WHERE inbox_items.id = held.id`
}

/** Deletes one item if it belongs to the user. */
export async function deleteItem(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  return (await tx.inboxItem.deleteMany({ where: { id, userId } })).count === 1
}

/**
 * Prevents other transactions from locking the user's row for deletion until `tx` ends: for
 * transactions that insert an item after they locked rows of that user.
 */
export async function lockOwnerForKeyShare(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR KEY SHARE`
}

function readRow({
  user,
  params,
  ...row
}: Omit<InboxItemRow, 'params' | 'ownerLocale'> & {
  params: unknown
  user: { locale: string | null }
}) {
  return { ...row, params: params as InboxParams, ownerLocale: user.locale }
}

/**
 * Deletes up to `limit` items created before then, read or unread. Returns how many. Ids sort by
 * time, so no index on times is needed.
 */
export async function purgeInboxItems(db: Db, before: Date, limit: number): Promise<number> {
  const bound = v7({ msecs: before.getTime(), random: new Uint8Array(16), seq: 0 })
  return db.$executeRaw`
    DELETE FROM inbox_items WHERE id IN (
      SELECT id FROM inbox_items WHERE id < ${bound}::uuid ORDER BY id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`
}

const EPOCH = new Date(0)

/**
 * Deletes up to `limit` items about another user that were created until `until` (and after
 * `since`) and name one of these addresses, as in the reason that an administrator gave. Returns
 * how many. What is about an erased user themselves goes with their account.
 */
export function deleteItemsNaming(
  db: Db,
  by: { addresses: readonly string[]; since?: Date; until: Date; limit: number },
): Promise<number> {
  return db.$executeRaw`
    DELETE FROM inbox_items WHERE id IN (
      SELECT id FROM inbox_items WHERE about_user_id IS NOT NULL AND created_at <= ${by.until}::timestamptz
        AND created_at > ${by.since ?? EPOCH}::timestamptz AND id >= audit_first_id(${by.since ?? EPOCH}::timestamptz)
        AND lower(concat_ws(' ', title, body, params::text)) ~ ${namingPattern(by.addresses)}::text
      LIMIT ${by.limit}::int)`
}
