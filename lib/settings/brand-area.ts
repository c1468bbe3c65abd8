import { accentContrast, isColor, MIN_CONTRAST } from '@/lib/config/color-contrast'
import { isSetInEnvironment } from '@/lib/config/settings'
import type { Tx } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import { can, type SessionPrincipal, type RequestContext } from '@/lib/platform/request-context'
import type { ReceivedFile } from '@/lib/platform/spooled-file'
import { changeSettings, checkSettingsProof } from '@/lib/settings/change-settings'
import { settingsOf } from '@/lib/settings/setting-definitions'
import { type SettingInput, shownValue } from '@/lib/settings/setting-values'
import type { SettingsArea } from '@/lib/settings/settings-area'
import { storedArea } from '@/lib/settings/stored-area'
import { readStoredState } from '@/lib/settings/stored-values'
import { deleteUpload, discardLogo } from '@/lib/uploads/delete-upload'
import { storeUpload } from '@/lib/uploads/store-upload'
import { convertToLogo } from '@/lib/uploads/upload.store'

const stored = storedArea('brand', { permission: 'settings:manage' })
const uploads = settingsOf('brand').filter(({ kind }) => kind === 'upload')

/**
 * Name, colors, links and logos. A logo is an image uploaded by the user who sets it. From then on
 * it belongs to the service: it stays when its uploader leaves, and is deleted when it is no longer
 * used as a logo.
 */
export const brandArea: SettingsArea = {
  ...stored,
  change: async (tx, values, ctx, actor) => {
    const before = await findLogos(tx)
    const changed = await stored.change(tx, values, ctx, actor)
    if (!changed.ok) return explainContrast(changed, values.accent_color)
    for (const { name } of uploads) {
      const id = changed.change.after[name]
      if (id && !before.has(id) && !(await convertToLogo(tx, { id, userId: actor.userId })))
        return refuse('validation_failed', {
          errors: [fieldError(['values', name], 'unknown_upload')],
        })
    }
    const after = await findLogos(tx)
    for (const id of before)
      if (!after.has(id)) await discardLogo(tx, { id, actorId: actor.userId }, ctx)
    return changed
  },
}

/**
 * The uploads that are logos now, read from the database because another instance may have just
 * changed them. Includes those of settings that are ignored.
 */
async function findLogos(tx: Tx): Promise<ReadonlySet<string>> {
  const { applied, ignored } = await readStoredState(tx)
  const values = { ...applied, ...ignored }
  const ids = uploads.map((definition) =>
    isSetInEnvironment(definition.env) ? shownValue(definition) : values[definition.env],
  )
  return new Set(ids.filter((id) => typeof id === 'string'))
}

/** Adds the measured contrast to the refusal of a color that is hard to read. */
function explainContrast(refusal: Refusal, color: SettingInput | undefined): Refusal {
  if (typeof color !== 'string' || !isColor(color.trim())) return refusal
  const ratio = accentContrast(color.trim())
  if (ratio >= MIN_CONTRAST) return refusal
  const errors = refusal.errors?.map((error) =>
    error.pointer === '/values/accent_color' && error.code === 'invalid'
      ? { ...error, code: 'contrast_too_low', figures: { ratio } }
      : error,
  )
  return { ...refusal, ...(errors && { errors }) }
}

interface LogoChange {
  background: 'light' | 'dark'
  /** The new logo; null removes the current one. */
  file: ReceivedFile | null
  /** A password instead of a recent sign-in. */
  password: string | undefined
}

/**
 * Replaces or removes the logo for a background, after re-authentication. Deletes the file of the
 * previous logo, or the new one if it could not be set. Refuses what `storeUpload` and
 * `changeSettings` refuse.
 */
export async function changeLogo(
  actor: SessionPrincipal,
  { background, file, password }: LogoChange,
  ctx: RequestContext,
): Promise<Outcome> {
  if (!can(actor, brandArea.permission))
    return refuse('insufficient_permission', { requiredPermission: brandArea.permission })
  const refusal = await checkSettingsProof(actor, password, ctx)
  if (refusal) return refusal
  const set = (id: string | null) => {
    const values = { [`logo_${background}_upload_id`]: id }
    return changeSettings(actor, brandArea, { values, versions: null }, ctx)
  }
  if (!file) return set(null)
  const { userId } = actor
  // It becomes a logo with the change. If that fails, it is left as one of the actor's files.
  const as = { userId, purpose: 'file', beyondQuota: true, onlyImages: true } as const
  const stored = await storeUpload(file, as, ctx)
  if (!stored.ok) return stored
  const { id } = stored.upload
  const result = await set(id)
  // Not after an exception: the change may have been committed.
  if (!result.ok) await deleteUpload({ id, userId }, ctx)
  return result
}
