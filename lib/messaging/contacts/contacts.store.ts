import type { ContactStatus } from '@/lib/messaging/contacts/contacts.schemas'
import type { Db, Tx } from '@/lib/platform/db/database'
import { SHOWN_UPLOAD, UPLOAD_COLUMNS, type UploadRow } from '@/lib/uploads/upload.store'

export interface ContactRow {
  id: string
  name: string
  email: string
  subject: string
  message: string
  status: ContactStatus
  ip: string | null
  createdAt: Date
  handledById: string | null
  handledAt: Date | null
  version: number
}

/** A message with its attached files that still exist. */
export interface ContactWithFiles extends ContactRow {
  attachments: { upload: UploadRow }[]
}

const WITH_FILES = {
  attachments: {
    where: { upload: SHOWN_UPLOAD },
    select: { upload: { select: UPLOAD_COLUMNS } },
    orderBy: { uploadId: 'asc' },
  },
} as const

/** Stores a message with the status new. */
export async function insertContact(
  tx: Tx,
  contact: Pick<ContactRow, 'id' | 'name' | 'email' | 'subject' | 'message' | 'ip' | 'createdAt'>,
): Promise<void> {
  await tx.contactMessage.create({ data: contact })
}

/** Messages after the cursor, newest first, optionally of one status. */
export function listContactRows(
  db: Db,
  by: { status?: ContactStatus | undefined; limit: number; beforeId: string | null },
): Promise<ContactWithFiles[]> {
  return db.contactMessage.findMany({
    include: WITH_FILES,
    where: {
      ...(by.status && { status: by.status }),
      ...(by.beforeId && { id: { lt: by.beforeId } }),
    },
    orderBy: { id: 'desc' },
    take: by.limit,
  })
}

/** The number of messages, optionally of one status. Counts up to `most`. */
export function countContactRows(
  db: Db,
  status: ContactStatus | undefined,
  most: number,
): Promise<number> {
  return db.contactMessage.count({ where: { ...(status && { status }) }, take: most })
}

/** Keeps a message from being deleted until `tx` ends. Returns whether it exists. */
export async function holdContact(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM contact_messages WHERE id = ${id}::uuid FOR KEY SHARE`
  return rows.length > 0
}

/** The message with that id and the email address of the user who last set its status, or null. */
export function findContact(
  db: Db,
  id: string,
): Promise<(ContactWithFiles & { handledBy: { email: string } | null }) | null> {
  return db.contactMessage.findUnique({
    where: { id },
    include: { ...WITH_FILES, handledBy: { select: { email: true } } },
  })
}

export async function attachUploads(
  tx: Tx,
  contactId: string,
  uploadIds: readonly string[],
): Promise<void> {
  await tx.contactAttachment.createMany({
    data: uploadIds.map((uploadId) => ({ contactId, uploadId })),
  })
}

/** An upload that is attached to a message, or null. */
export function findAttachment(db: Db, uploadId: string): Promise<UploadRow | null> {
  return db.upload.findFirst({
    where: { id: uploadId, ...SHOWN_UPLOAD, attachedTo: { some: {} } },
    select: UPLOAD_COLUMNS,
  })
}

/** Locks a message until `tx` ends. Null if it is gone. */
export async function lockContactForUpdate(
  tx: Tx,
  id: string,
): Promise<Pick<ContactRow, 'version'> | null> {
  const rows = await tx.$queryRaw<{ version: number }[]>`
    SELECT version FROM contact_messages WHERE id = ${id}::uuid FOR UPDATE`
  return rows[0] ?? null
}

/**
 * Sets the status and who set it. Returns the previous status, or null when the message already had
 * the new one. The row is locked: of concurrent calls that set the same status, one writes.
 */
export async function writeContactStatus(
  tx: Tx,
  change: { id: string; to: ContactStatus; by: string; now: Date },
): Promise<ContactStatus | null> {
  const rows = await tx.$queryRaw<{ before: ContactStatus }[]>`
    UPDATE contact_messages c
    SET status = ${change.to}::contact_status, handled_by = ${change.by}::uuid, handled_at = ${change.now}
    FROM (SELECT id, status FROM contact_messages WHERE id = ${change.id}::uuid FOR UPDATE) held
    WHERE c.id = held.id AND held.status <> ${change.to}::contact_status
    RETURNING held.status::text AS before`
  return rows[0]?.before ?? null
}

/**
 * Deletes up to `limit` messages from these addresses, sent until `until` and after `since`, and
 * the inbox items about them. Returns how many. The planner must not see the limit: for it, it
 * would read all messages by date.
 */
export async function deleteContactsFrom(
  db: Db,
  by: { addresses: readonly string[]; since?: Date; until: Date; limit: number },
): Promise<number> {
  const rows = await db.$queryRaw<object[]>`
    WITH theirs AS MATERIALIZED (
      SELECT id FROM contact_messages
      WHERE lower(email) = ANY(${[...by.addresses]}::text[]) AND created_at <= ${by.until}::timestamptz
        AND created_at > coalesce(${by.since ?? null}::timestamptz, '-infinity'))
    SELECT id FROM theirs ORDER BY id LIMIT ${by.limit}::int`
  return (await deleteContacts(db, idsOf(rows))).messages
}

/** Deletes the messages that a user attached files to, and the inbox items about them. */
export async function deleteContactsWithFilesOf(db: Db, userId: string): Promise<void> {
  const rows = await db.$queryRaw<object[]>`
    SELECT DISTINCT a.contact_id AS id FROM contact_attachments a JOIN uploads u ON u.id = a.upload_id
    WHERE u.user_id = ${userId}::uuid`
  await deleteContacts(db, idsOf(rows))
}

/**
 * Deletes up to `limit` messages that were archived until `before`, the inbox items about them too.
 * Returns how many; fewer than `limit` means none are left. `db` is a transaction: it holds the
 * messages, so that one that is marked as new stays.
 */
export async function purgeArchivedContacts(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db.$queryRaw<object[]>`
    SELECT id FROM contact_messages WHERE status = 'archived' AND handled_at <= ${before}::timestamptz
    ORDER BY handled_at, id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED`
  return (await deleteContacts(db, idsOf(rows))).messages
}

const idsOf = (rows: object[]) => (rows as { id: string }[]).map(({ id }) => id)

/** What `deleteContacts` deleted: the number of messages, and the inbox items about them. */
interface DeletedContacts {
  messages: number
  items: { userId: string; itemId: string }[]
}

/**
 * Deletes these messages and the inbox items about them, whose ids begin with the time of their
 * message, so that the primary key finds them. Attached files stay with their owners.
 */
export async function deleteContacts(db: Db, ids: readonly string[]): Promise<DeletedContacts> {
  if (ids.length === 0) return { messages: 0, items: [] }
  const [deleted] = await db.$queryRaw<[DeletedContacts]>`
    WITH gone AS (
      DELETE FROM contact_messages WHERE id = ANY(${[...ids]}::uuid[]) RETURNING id, created_at),
    items AS (
      DELETE FROM inbox_items i USING gone
      WHERE i.id >= audit_first_id(gone.created_at) AND i.id < audit_first_id(gone.created_at + interval '1 ms')
        AND i.href = '/dashboard/contacts?message=' || gone.id
      RETURNING i.user_id, i.id)
    SELECT (SELECT count(*)::int FROM gone) AS messages,
      (SELECT coalesce(json_agg(json_build_object('userId', user_id, 'itemId', id)), '[]') FROM items) AS items`
  return deleted
}
