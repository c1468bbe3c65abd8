import { beforeAll, beforeEach, expect, it } from 'vitest'
import { removeField, saveField } from '@/app/dashboard/settings/profile-fields/edit/actions'
import { syncCatalog } from '@/lib/access/catalog'
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

const FORM = { label_en: 'Team', label_tr: 'Ekip', max_length: '100' }

async function save(key: string, fields: Record<string, string>, action = saveField) {
  const page = `/dashboard/settings/profile-fields/edit?key=${key}`
  const form = { page, fields: { ...FORM, ...fields }, script: true, headers: { cookie } }
  const answer = await submitAction(action, form)
  return { status: answer.status, body: JSON.parse(await answer.text()) as ActionState }
}

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
