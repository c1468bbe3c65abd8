import { queueContactNotice } from '@/lib/messaging/contacts/contact.jobs'
import { attachUploads, insertContact } from '@/lib/messaging/contacts/contacts.store'
import { publishPatch } from '@/lib/messaging/live/publish-live'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { newId } from '@/lib/platform/ids'
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
