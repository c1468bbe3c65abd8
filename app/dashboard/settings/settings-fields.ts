import { z } from 'zod'
import { ownPassword as password } from '@/lib/accounts/user-fields'
import { isSetInEnvironment, settings } from '@/lib/config/settings'
import { truncateText } from '@/lib/platform/input-fields'
import { type Refusal, refuse } from '@/lib/platform/problems'
import { manageSettings, testSettings } from '@/lib/settings/change-settings'
import {
  type SettingDefinition,
  settingsOf,
  type StoredArea,
  storedAreaName,
} from '@/lib/settings/setting-definitions'
import { type SettingInput, shownValue } from '@/lib/settings/setting-values'
import { findArea } from '@/lib/settings/settings-areas'
import { defineAction } from '@/lib/web/define-action'
import { MAX_NOTICE_VALUE } from '@/lib/web/form-outcome'

type Fields = Readonly<Record<string, unknown>>

/**
 * The form field of a setting. Names decide what a refused form is shown with: values of `setting_`
 * fields (such as `setting_password_min_length`), never those with "secret" in their name.
 */
export function settingField({ name, kind }: Pick<SettingDefinition, 'name' | 'kind'>): string {
  return kind === 'secret' ? `${name}_secret` : `setting_${name}`
}

/** The checkbox that removes a stored secret. */
export const removalField = (name: string) => `setting_${name}_remove`

/**
 * The initial values of an area's form. A choice shows only a stored value, not one derived from
 * other settings.
 */
export function settingsFormValues(area: StoredArea): Record<string, string> {
  const fields = editable(area).filter(({ kind }) => kind !== 'secret' && kind !== 'upload')
  return Object.fromEntries(
    fields.map((definition) => [settingField(definition), shownText(definition)]),
  )
}

/**
 * The changes in a posted form: unchanged values are left out, emptied ones return to the default.
 */
function readSettingsForm(area: StoredArea, fields: Fields): Record<string, SettingInput> {
  const changes: Record<string, SettingInput> = {}
  for (const definition of editable(area)) {
    const { name, kind } = definition
    const posted = fields[settingField(definition)]
    const text = typeof posted === 'string' ? posted.trim() : null
    if (kind === 'secret') {
      if (text) changes[name] = text
      else if (fields[removalField(name)] === 'true') changes[name] = null
    } else if (text !== null && text !== shownText(definition))
      changes[name] = inputOf(definition, text)
  }
  return changes
}

/** Moves the errors of a refusal to the form's fields. */
function atFormFields(area: StoredArea, refusal: Refusal): Refusal {
  const errors = refusal.errors?.map((error) => {
    const definition = settingsOf(area).find(({ name }) => error.pointer === `/values/${name}`)
    return definition ? { ...error, pointer: `/${settingField(definition)}` } : error
  })
  return errors ? { ...refusal, errors } : refusal
}

const editable = (area: StoredArea) =>
  settingsOf(area).filter(({ env }) => !isSetInEnvironment(env))

function shownText(definition: SettingDefinition): string {
  if (definition.kind === 'choice' && !settings().stored.includes(definition.env)) return ''
  return valueText(definition)
}

/** The current value as text; empty if there is none, and for a secret. */
export function valueText(definition: SettingDefinition): string {
  const value = shownValue(definition)
  if (Array.isArray(value)) return value.join(', ')
  return value === null || typeof value === 'object' ? '' : String(value)
}

function inputOf({ kind }: SettingDefinition, text: string): SettingInput {
  if (text === '') return null
  if (kind === 'number') return /^\d{1,15}$/.test(text) ? Number(text) : text
  if (kind === 'boolean') return text === 'true'
  return kind === 'list'
    ? text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
    : text
}

const saved = z
  .object({ area: storedAreaName, version: z.coerce.number().int().min(1), password })
  .catchall(z.string())
const tried = z.object({
  area: storedAreaName,
  to: z.string().trim().max(320).optional(),
  password,
})

type Permission = 'settings:manage' | 'notifications:settings'

/** The action of a form that changes a settings area with this permission. */
export const defineSettingsSave = (permission: Permission) =>
  defineAction({
    access: { permission },
    body: saved,
    handle: async ({ area: name, version, password, ...fields }, { principal, ctx }) => {
      const area = findArea(name)
      if (area?.permission !== permission) return refuse('not_found')
      const values = readSettingsForm(name, fields)
      const result = await manageSettings(
        principal,
        area,
        { values, versions: [version], password },
        ctx,
      )
      return result.ok ? result : atFormFields(name, result)
    },
    done: (_, { here }) => ({ redirect: here, notice: 'settings_saved', form: 'save' }),
  })

/** The action of a form that tests a settings area with this permission. */
export const defineSettingsTest = (permission: Permission) =>
  defineAction({
    access: { permission },
    limits: ['user'],
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
      values: { detail: truncateText(detail, MAX_NOTICE_VALUE) },
    }),
  })
