import { z } from 'zod'
import { manageSettings, testSettings } from '@/lib/auth/manage-settings'
import { cutText } from '@/lib/platform/cut-text'
import { refuse } from '@/lib/platform/problems'
import { findArea } from '@/lib/settings/areas'
import { storedAreaName } from '@/lib/settings/setting-definitions'
import { defineAction } from '@/lib/web/define-action'
import { atFormFields, readSettingsForm } from '@/lib/web/settings-form'

/** What a notice can carry to the next page. */
const MAX_DETAIL = 390

const password = z.string().max(1024).optional()
const saved = z
  .object({ area: storedAreaName, version: z.coerce.number().int().min(1), password })
  .catchall(z.string())
const tried = z.object({ area: storedAreaName, to: z.string().trim().max(320).optional(), password })

type Permission = 'settings:manage' | 'notifications:settings'

/** The action of a form that changes the settings of an area with that permission. */
export const savingSettings = (permission: Permission) =>
  defineAction({
    access: { permission },
    body: saved,
    handle: async ({ area: name, version, password, ...fields }, { principal, ctx }) => {
      const area = findArea(name)
      if (area?.permission !== permission) return refuse('not_found')
      const values = readSettingsForm(name, fields)
      const result = await manageSettings(principal, area, { values, versions: [version], password }, ctx)
      return result.ok ? result : atFormFields(name, result)
    },
    done: (_, { here }) => ({ redirect: here, notice: 'settings_saved', form: 'save' }),
  })

/** The action of a form that tries the settings of an area with that permission. */
export const tryingSettings = (permission: Permission) =>
  defineAction({
    access: { permission },
    limits: ['person'],
    body: tried,
    handle: async ({ area: name, to, password }, { principal, ctx }) => {
      const area = findArea(name)
      if (area?.permission !== permission) return refuse('not_found')
      return testSettings(principal, area, { to: to || undefined, password }, ctx)
    },
    done: ({ passed, detail }, { here }) => ({
      redirect: here,
      notice: passed ? 'settings_test_passed' : 'settings_test_failed',
      form: 'test',
      values: { detail: cutText(detail, MAX_DETAIL) },
    }),
  })
