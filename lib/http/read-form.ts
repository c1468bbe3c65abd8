import type { ApiRequest } from '@/lib/http/api-request'
import { readUpload } from '@/lib/http/read-upload'
import { singleValues } from '@/lib/http/single-values'
import type { Outcome } from '@/lib/platform/problems'

/** What a page posts by a plain form, without files. */
export const URLENCODED = 'application/x-www-form-urlencoded'

/** Reads the fields of a urlencoded form, at most as long as the address takes; a doubled one is refused. */
export async function readForm(request: ApiRequest): Promise<Outcome<{ value: Record<string, string> }>> {
  const read = await readUpload(request, [URLENCODED])
  if (!read.ok) return read
  const fields = singleValues(new URLSearchParams(new TextDecoder().decode(read.upload.bytes)))
  return fields.ok ? { ok: true, value: fields.values } : fields
}
