import type { ContactStatus } from '@/lib/messaging/contacts/contacts.schemas'
import type { Db, Tx } from '@/lib/platform/db/database'
import { SHOWN_UPLOAD, UPLOAD_COLUMNS, type UploadRow } from '@/lib/uploads/upload.store'

/** A contact message as it is stored. */
export interface ContactRow {
  id: string
  name: string
  email: string
  subject: string
  message: string
  status: ContactStatus
  ip: string | null
  createdAt: Date
  handledBy: string | null
  handledAt: Date | null
}

/** A message with the files attached to it that still exist. */
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

/** Stores a message that nobody has looked at yet. */
export async function insertContact(
  tx: Tx,
  contact: Pick<ContactRow, 'id' | 'name' | 'email' | 'subject' | 'message' | 'ip' | 'createdAt'>,
): Promise<void> {
  await tx.contactMessage.create({ data: contact })
}

/** Messages, newest first, after the cursor; of one status where one is asked for. */
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

/** How many messages there are, of one status where one is asked for; stops at `most`. */
export function countContactRows(
  db: Db,
  status: ContactStatus | undefined,
  most: number,
): Promise<number> {
  return db.contactMessage.count({ where: { ...(status && { status }) }, take: most })
}

/**
 * The message of that id, with the e-mail address of who set its status; null when there is none.
 */
export function findContact(
  db: Db,
  id: string,
): Promise<(ContactWithFiles & { handler: { email: string } | null }) | null> {
  return db.contactMessage.findUnique({
    where: { id },
    include: { ...WITH_FILES, handler: { select: { email: true } } },
  })
}

/** Attaches uploads to a message. */
export async function attachUploads(
  tx: Tx,
  contactId: string,
  uploadIds: readonly string[],
): Promise<void> {
  await tx.contactAttachment.createMany({
    data: uploadIds.map((uploadId) => ({ contactId, uploadId })),
  })
}

/** An upload that is attached to a message; null where there is none. */
export function findAttachment(db: Db, uploadId: string): Promise<UploadRow | null> {
  return db.upload.findFirst({
    where: { id: uploadId, ...SHOWN_UPLOAD, attachedTo: { some: {} } },
    select: UPLOAD_COLUMNS,
  })
}

/**
 * Sets the status and who set it, unless it is that already. Gives the status before; null when
 * nothing was written. The row is held while it is judged: of many that set the same status at
 * once, one writes.
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
