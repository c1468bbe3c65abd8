import { fieldError } from '@/lib/platform/field-errors'
import { refuse } from '@/lib/platform/problems'
import { shownValue } from '@/lib/settings/setting-values'
import { settingsOf } from '@/lib/settings/setting-definitions'
import type { SettingsArea } from '@/lib/settings/settings-area'
import { storedArea } from '@/lib/settings/stored-area'
import { takeAsLogo } from '@/lib/uploads/upload.store'

const stored = storedArea('brand', { permission: 'settings:manage' })
const uploads = settingsOf('brand').filter(({ kind }) => kind === 'upload')

/**
 * Name, colors, links and logos. A logo is an image that whoever sets it has uploaded; from then on it belongs to the service, and
 * stays when its uploader leaves.
 */
export const brandArea: SettingsArea = {
  ...stored,
  change: async (tx, values, ctx, actor) => {
    const changed = await stored.change(tx, values, ctx, actor)
    if (!changed.ok) return changed
    for (const definition of uploads) {
      const id = changed.change.after[definition.name]
      if (id && id !== shownValue(definition) && !(await takeAsLogo(tx, { id, userId: actor.userId })))
        return refuse('validation_failed', {
          errors: [fieldError(['values', definition.name], 'unknown_upload')],
        })
    }
    return changed
  },
}
