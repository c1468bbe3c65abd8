import { requireHuman } from '@/lib/bot-check/require-human'
import { queueContactNews } from '@/lib/contacts/contact-jobs'
import { attachUploads, insertContact } from '@/lib/contacts/contacts.store'
import { publishPatch } from '@/lib/live/publish-live'
import type { Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { newId } from '@/lib/platform/ids'
import { refuse, type Outcome, type Refusal } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import type { ReceivedFile } from '@/lib/platform/spooled-file'
import { storeUpload } from '@/lib/uploads/store-upload'
import { holdOwnUploads, type UploadRow } from '@/lib/uploads/upload.store'

interface ContactInput {
  name: string
  email: string
  subject: string
  message: string
  botcheckToken?: string | undefined
  /** What a signed-in sender attaches. */
  files?: ContactFiles | null
  /** A file that is uploaded with the message. */
  newFile?: { userId: string; file: ReceivedFile } | null
}

/** Uploads of that user, named by the field `attachment_upload_ids`. */
interface ContactFiles {
  userId: string
  uploadIds: readonly string[]
}

/**
 * Keeps what somebody wrote by the contact form, and has those told who may read it; the many of them are the job worker's. The
 * address is not verified: nothing is sent to it. Refuses `validation_failed` for files that are not the sender's,
 * and what `storeUpload` refuses; then nothing is kept.
 */
export async function sendContactMessage(
  { botcheckToken, files = null, newFile = null, ...contact }: ContactInput,
  ctx: RequestContext,
): Promise<Outcome> {
  const notHuman = await requireHuman({ token: botcheckToken, action: 'contact' }, ctx)
  if (notHuman) return notHuman
  if (newFile) {
    const { userId, file } = newFile
    const along = (tx: Tx, { id }: UploadRow) => keep(tx, { ...contact, uploadIds: [id] }, ctx)
    const stored = await storeUpload(file, { userId, purpose: 'attachment', along }, ctx)
    return stored.ok ? { ok: true } : stored
  }
  return inTransaction(async (tx) => {
    const notTheirs = files && (await refuseOthersFiles(tx, files))
    if (notTheirs) return notTheirs
    await keep(tx, { ...contact, uploadIds: files?.uploadIds ?? [] }, ctx)
    return { ok: true }
  })
}

type Letter = Pick<ContactInput, 'name' | 'email' | 'subject' | 'message'> & { uploadIds: readonly string[] }

async function keep(tx: Tx, { uploadIds, ...contact }: Letter, ctx: RequestContext): Promise<void> {
  const id = newId()
  await insertContact(tx, { id, ...contact, ip: ctx.ip, createdAt: ctx.now })
  await attachUploads(tx, id, [...new Set(uploadIds)])
  await queueContactNews(tx, { contactId: id, after: null }, ctx.now)
  await publishPatch(tx, { permission: 'contacts:list' }, { target: 'contacts', op: 'invalidate' })
}

/** The refusal that names each file that is no stored upload of the sender's own. */
async function refuseOthersFiles(tx: Tx, { userId, uploadIds }: ContactFiles): Promise<Refusal | null> {
  const own = await holdOwnUploads(tx, { ids: uploadIds, userId })
  const errors = uploadIds.flatMap((id, index) =>
    own.has(id) ? [] : [fieldError(['attachment_upload_ids', index], 'unknown_file')],
  )
  return errors.length > 0 ? refuse('validation_failed', { errors }) : null
}
