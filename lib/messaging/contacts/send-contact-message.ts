import { z } from 'zod'
import { listPermissionHolders, type PermissionHolder } from '@/lib/access/grants.store'
import { brandedMessages } from '@/lib/brand/brand'
import { formatMessage } from '@/lib/i18n/format'
import { isLocale } from '@/lib/i18n/locale'
import {
  attachUploads,
  type ContactRow,
  findContact,
  insertContact,
} from '@/lib/messaging/contacts/contacts.store'
import { createInboxItems } from '@/lib/messaging/inbox/create-inbox-items'
import { publishPatch } from '@/lib/messaging/live/publish-live'
import { derivedId } from '@/lib/platform/crypto'
import type { Db, Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { newId } from '@/lib/platform/ids'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import type { JobHandlers } from '@/lib/platform/jobs/run-jobs'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import type { ReceivedFile } from '@/lib/platform/spooled-file'
import { verifyBotCheck } from '@/lib/protection/bot-check/verify-bot-check'
import { storeUpload } from '@/lib/uploads/store-upload'
import { lockOwnUploadsForShare, type UploadRow } from '@/lib/uploads/upload.store'

interface ContactInput {
  name: string
  email: string
  subject: string
  message: string
  botcheckToken?: string | undefined
  /** Attachments of a signed-in sender. */
  files?: ContactFiles | null
  /** A file uploaded with the message. */
  newFile?: { userId: string; file: ReceivedFile } | null
}

/** Uploads of that user, listed in the field `attachment_upload_ids`. */
interface ContactFiles {
  userId: string
  uploadIds: readonly string[]
}

/**
 * Stores a message from the contact form and notifies the users who may read it, through the job
 * worker because there may be many. The address isn't verified, so nothing is sent to it. Refuses
 * `validation_failed` for files the sender doesn't own, and whatever `storeUpload` refuses; then
 * nothing is stored.
 */
export async function sendContactMessage(
  { botcheckToken, files = null, newFile = null, ...contact }: ContactInput,
  ctx: RequestContext,
): Promise<Outcome> {
  const notHuman = await verifyBotCheck({ token: botcheckToken, action: 'contact' }, ctx)
  if (notHuman) return notHuman
  if (newFile) {
    const { userId, file } = newFile
    const along = (tx: Tx, { id }: UploadRow) =>
      storeMessage(tx, { ...contact, uploadIds: [id] }, ctx)
    const stored = await storeUpload(file, { userId, purpose: 'attachment', along }, ctx)
    return stored.ok ? { ok: true } : stored
  }
  return inTransaction(async (tx) => {
    const notTheirs = files && (await checkFileOwnership(tx, files))
    if (notTheirs) return notTheirs
    await storeMessage(tx, { ...contact, uploadIds: files?.uploadIds ?? [] }, ctx)
    return { ok: true }
  })
}

type NewMessage = Pick<ContactInput, 'name' | 'email' | 'subject' | 'message'> & {
  uploadIds: readonly string[]
}

async function storeMessage(
  tx: Tx,
  { uploadIds, ...contact }: NewMessage,
  ctx: RequestContext,
): Promise<void> {
  const id = newId()
  await insertContact(tx, { id, ...contact, ip: ctx.ip, createdAt: ctx.now })
  await attachUploads(tx, id, [...new Set(uploadIds)])
  await queueContactNotice(tx, { contactId: id, after: null }, ctx.now)
  await publishPatch(tx, { permission: 'contacts:list' }, { target: 'contacts', op: 'invalidate' })
}

/** Refuses each file that isn't a stored upload of the sender. */
async function checkFileOwnership(
  tx: Tx,
  { userId, uploadIds }: ContactFiles,
): Promise<Refusal | null> {
  const own = await lockOwnUploadsForShare(tx, { ids: uploadIds, userId })
  const errors = uploadIds.flatMap((id, index) =>
    own.has(id) ? [] : [fieldError(['attachment_upload_ids', index], 'unknown_file')],
  )
  return errors.length > 0 ? refuse('validation_failed', { errors }) : null
}

const CONTACT_NOTICE_JOB = 'contact_news'
/** How many users one transaction notifies. */
const BATCH = 200

const noticePayload = z.object({ contact_id: z.uuid(), after: z.uuid().nullable() })

/**
 * Queues notifying the users who may read contact messages, starting after the user `after`, if and
 * only if `db` commits.
 */
export function queueContactNotice(
  db: Db,
  { contactId, after }: { contactId: string; after: string | null },
  now: Date,
): Promise<void> {
  return enqueueJob(
    db,
    { kind: CONTACT_NOTICE_JOB, payload: { contact_id: contactId, after } },
    now,
  )
}

/** Job handlers for new contact messages. */
export const contactJobHandlers: JobHandlers = {
  [CONTACT_NOTICE_JOB]: (payload, { now }) => {
    const { contact_id: contactId, after } = noticePayload.parse(payload)
    return notifyHolders(contactId, after, now)
  },
}

/**
 * Creates the inbox items of one batch of users and queues the next batch. A job may run twice:
 * item ids are derived from message and user, so the second run inserts and publishes nothing.
 */
async function notifyHolders(contactId: string, after: string | null, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const contact = await findContact(tx, contactId)
    if (!contact) return
    const holders = await listPermissionHolders(tx, {
      permission: 'contacts:list',
      afterId: after,
      limit: BATCH,
    })
    await createInboxItems(
      tx,
      holders.map((holder) => itemFor(holder, contact)),
      contact.createdAt,
    )
    if (holders.length === BATCH)
      await queueContactNotice(tx, { contactId, after: holders.at(-1)!.id }, now)
  })
}

function itemFor({ id: userId, locale }: PermissionHolder, contact: ContactRow) {
  const texts = brandedMessages(locale && isLocale(locale) ? locale : 'en').contacts.newMessage
  return {
    id: derivedId(contact.createdAt, 'contact', contact.id, userId),
    userId,
    kind: 'contact.received',
    title: formatMessage(texts.title, { name: contact.name }),
    body: contact.subject,
    href: `/dashboard/contacts?message=${contact.id}`,
  }
}
