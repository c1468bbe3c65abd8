import { proveRecently } from '@/lib/auth/recent-proof'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import type { ReceivedFile } from '@/lib/platform/spooled-file'
import { can } from '@/lib/rbac/can'
import { brandArea } from '@/lib/settings/brand-area'
import { changeSettings } from '@/lib/settings/change-settings'
import { deleteUpload } from '@/lib/uploads/delete-upload'
import { storeUpload } from '@/lib/uploads/store-upload'

interface LogoChange {
  background: 'light' | 'dark'
  /** The new logo; null removes the present one. */
  file: ReceivedFile | null
  /** Instead of a recent sign-in. */
  password: string | undefined
}

/**
 * Replaces or removes the logo for a background, for somebody who gave a credential just now. The file of the one before is deleted,
 * and so is the new one when it does not become the logo after all. Refuses what `storeUpload` and `changeSettings` refuse.
 */
export async function changeLogo(
  actor: Principal,
  { background, file, password }: LogoChange,
  ctx: RequestContext,
): Promise<Outcome> {
  if (!can(actor, brandArea.permission))
    return refuse('insufficient_permission', { requiredPermission: brandArea.permission })
  const proven = await proveRecently(actor, { password, refusedAction: 'settings.proof_refused' }, ctx)
  if (!proven.ok) return proven
  const set = (id: string | null) => {
    const values = { [`logo_${background}_upload_id`]: id }
    return changeSettings(actor, brandArea, { values, versions: null }, ctx)
  }
  if (!file) return set(null)
  const { userId } = actor
  const stored = await storeUpload(file, { userId, purpose: 'logo' }, ctx)
  if (!stored.ok) return stored
  const { id } = stored.upload
  const result = await set(id)
  // After an exception it may be the logo nevertheless, so it stays.
  if (!result.ok) await deleteUpload({ id, userId }, ctx)
  return result
}
