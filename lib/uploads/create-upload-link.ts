import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { signedUploadUrl } from '@/lib/uploads/upload-link'
import { findUpload } from '@/lib/uploads/upload.store'

/**
 * A link that opens one of the user's uploads for anyone, valid for `expiresIn` seconds. Refuses
 * `not_found` and, because the link would outlast it, `impersonation_read_only`.
 */
export async function createUploadLink(
  principal: Principal,
  { id, expiresIn }: { id: string; expiresIn: number },
  now: Date,
): Promise<Outcome<{ url: string; expiresAt: Date; name: string | null }>> {
  if (principal.kind === 'session' && principal.impersonator)
    return refuse('impersonation_read_only')
  const { userId } = principal
  const row = isId(id) ? await findUpload(db(), { id, userId }) : null
  if (!row) return refuse('not_found')
  // Whole seconds, the precision of the link.
  const expiresAt = new Date(Math.floor(addSeconds(now, expiresIn).getTime() / 1000) * 1000)
  return { ok: true, url: signedUploadUrl(id, expiresAt), expiresAt, name: row.fileName }
}
