import { beforeAll, beforeEach, expect, it } from 'vitest'
import { removeField, saveField } from '@/app/dashboard/settings/profile-fields/edit/actions'
import { syncCatalog } from '@/lib/access/catalog'
import { messagesFor } from '@/lib/i18n/messages'
import { db } from '@/lib/platform/db/database'
import { holderOf } from '@/tests/kit/administrators'
import { clearProfileFields, makeProfileField } from '@/tests/kit/make-profile-field'
import { pageCookie } from '@/tests/kit/sessions'
import { submitAction } from '@/tests/kit/submit-action'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import type { ActionState } from '@/lib/web/action-state'

useTestDatabase()
let cookie: string
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  const { userId } = await holderOf('settings:manage')
  cookie = await pageCookie(userId)
})
beforeEach(clearProfileFields)

const LABELS = { label_en: 'Team', label_tr: 'Ekip' }

async function submit(
  key: string,
  fields: Record<string, string>,
  { action = saveField, script = true, locale = 'en' } = {},
) {
  const page = `/dashboard/settings/profile-fields/edit?key=${key}`
  const headers = { cookie, 'accept-language': locale }
  const answer = await submitAction(action, { page, fields, script, headers })
  return { status: answer.status, body: JSON.parse(await answer.text()) as ActionState }
}

const save = (key: string, fields: Record<string, string>, action = saveField) =>
  submit(key, { ...LABELS, max_length: '100', ...fields }, { action })

it('saves a field, but does not overwrite or delete a change that the form does not show', async () => {
  const key = await makeProfileField()
  const stored = () => db().profileField.findUniqueOrThrow({ where: { key } })
  const version = String((await stored()).version)
  expect(await save(key, { version })).toMatchObject({
    body: { redirect: '/dashboard/settings/profile-fields' },
  })
  const before = await stored()
  expect(before).toMatchObject({ labelEn: 'Team', maxLength: 100 })
  for (const action of [saveField, removeField])
    expect(await save(key, { version, label_en: 'Group' }, action)).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    })
  expect(await save(key, { label_en: 'Group' })).toMatchObject({ status: 422 })
  expect(await stored()).toEqual(before)
})

it('removes the translation of a label whose Turkish text is emptied', async () => {
  const key = await makeProfileField()
  const stored = () => db().profileField.findUniqueOrThrow({ where: { key } })
  const version = String((await stored()).version)
  expect(await save(key, { version, label_tr: '' })).toMatchObject({ status: 200 })
  expect(await stored()).toMatchObject({ labelEn: 'Team', labelTr: 'Team' })
})

const VISITS = [
  { locale: 'en', script: true },
  { locale: 'tr', script: false },
] as const

it.each<[what: string, type: string, emptied: Record<string, string>]>([
  ['maximum length', 'text', { max_length: '' }],
  ['options', 'choice', { options: '' }],
  ['options', 'choice', { options: ' \r\n ' }],
  ['position', 'text', { position: '' }],
  ['position', 'boolean', { position: '' }],
])(
  'refuses to save a field without its %s, instead of keeping the old: %s',
  async (_, type, emptied) => {
    const key = await makeProfileField({ type, ...(type === 'choice' && { options: ['Blue'] }) })
    const before = await db().profileField.findUniqueOrThrow({ where: { key } })
    const shown: Record<string, object> = {
      text: { max_length: '100' },
      choice: { options: 'Blue' },
    }
    const form = {
      ...LABELS,
      position: '1',
      ...shown[type],
      version: String(before.version),
      ...emptied,
    }
    const [name = ''] = Object.keys(emptied)
    for (const { locale, script } of VISITS) {
      const errors = { [name]: messagesFor(locale).forms.fieldErrors.required }
      expect(await submit(key, form, { locale, script })).toMatchObject({
        status: 422,
        body: { code: 'validation_failed', errors },
      })
    }
    expect(await db().profileField.findUniqueOrThrow({ where: { key } })).toEqual(before)
  },
)
