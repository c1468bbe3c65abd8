import type { FormFile } from '@/lib/http/form-fields'
import { mediaTypeOf } from '@/lib/http/media-type'
import type { ReceivedFile } from '@/lib/platform/spooled-file'

/** The file of a form as uploads take one. */
export function receivedForm({ name, type, bytes }: FormFile): ReceivedFile {
  return { name, declaredType: mediaTypeOf(type) ?? '', bytes: () => Promise.resolve(Buffer.from(bytes)) }
}
