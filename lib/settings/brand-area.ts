import { MIN_CONTRAST, accentContrast, isColor } from '@/lib/config/color-contrast'
import { isSetInEnvironment } from '@/lib/config/settings'
import type { Tx } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Refusal } from '@/lib/platform/problems'
import { settingsOf } from '@/lib/settings/setting-definitions'
import { shownValue, type SettingInput } from '@/lib/settings/setting-values'
import type { SettingsArea } from '@/lib/settings/settings-area'
import { storedArea } from '@/lib/settings/stored-area'
import { readFittingValues } from '@/lib/settings/stored-values'
import { discardLogo } from '@/lib/uploads/delete-upload'
import { takeAsLogo } from '@/lib/uploads/upload.store'

const stored = storedArea('brand', { permission: 'settings:manage' })
const uploads = settingsOf('brand').filter(({ kind }) => kind === 'upload')

/**
 * Name, colors, links and logos. A logo is an image that whoever sets it has uploaded; from then on it belongs to the service: it
 * stays when its uploader leaves, and is deleted once it is nowhere the logo.
 */
export const brandArea: SettingsArea = {
  ...stored,
  change: async (tx, values, ctx, actor) => {
    const before = await findLogos(tx)
    const changed = await stored.change(tx, values, ctx, actor)
    if (!changed.ok) return explainContrast(changed, values.accent_color)
    for (const { name } of uploads) {
      const id = changed.change.after[name]
      if (id && !before.has(id) && !(await takeAsLogo(tx, { id, userId: actor.userId })))
        return refuse('validation_failed', { errors: [fieldError(['values', name], 'unknown_upload')] })
    }
    const after = await findLogos(tx)
    for (const id of before) if (!after.has(id)) await discardLogo(tx, { id, actorId: actor.userId }, ctx)
    return changed
  },
}

/** The uploads that are a logo now: as stored, since other instances may have changed them a moment ago. */
async function findLogos(tx: Tx): Promise<ReadonlySet<string>> {
  const values = await readFittingValues(tx)
  const ids = uploads.map((definition) =>
    isSetInEnvironment(definition.env) ? shownValue(definition) : values[definition.env],
  )
  return new Set(ids.filter((id) => typeof id === 'string'))
}

/** A color that is hard to read is refused with its contrast. */
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
