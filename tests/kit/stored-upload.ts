import { testContext } from '@/tests/kit/test-context'
import { receivedFile } from '@/tests/kit/upload-files'
import { storeUpload } from '@/lib/uploads/store-upload'
import type { NewUpload } from '@/lib/uploads/upload.store'

/** A text file as received. */
export const TEXT = receivedFile('hello', 'text/plain', 'notes.txt')

/** A stored upload of that user. */
export async function stored(userId: string, file = TEXT): Promise<NewUpload> {
  const result = await storeUpload(file, { userId, purpose: 'file' }, testContext())
  if (!result.ok) throw new Error(result.code)
  return result.upload
}
