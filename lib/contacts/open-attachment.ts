import { findAttachment } from '@/lib/contacts/contacts.store'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { openRow, type FileConditions, type OpenedFile } from '@/lib/uploads/open-upload'

/** Opens a file that is attached to a contact message, for readers of those. Refuses `not_found` for every other upload. */
export async function openAttachment(
  uploadId: string,
  conditions: FileConditions,
): Promise<Outcome<{ file: OpenedFile }>> {
  const row = isId(uploadId) ? await findAttachment(db(), uploadId) : null
  return row ? openRow(row, conditions) : refuse('not_found')
}
