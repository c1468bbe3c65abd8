import { beforeAll, expect, it } from 'vitest'
import { saveSettings } from '@/app/dashboard/settings/actions'
import { removalField, settingField } from '@/app/dashboard/settings/settings-fields'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { settingsOf, type StoredArea } from '@/lib/settings/setting-definitions'
import { readArea } from '@/lib/settings/settings-area'
import { findArea } from '@/lib/settings/settings-areas'
import { holderOf } from '@/tests/kit/administrators'
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

/** Posts a settings form without JavaScript. */
async function save(area: StoredArea, fields: Record<string, string>) {
  const answer = await submitAction(saveSettings, {
    page: `/dashboard/settings/${area}`,
    fields: { intent: 'save', area, ...fields },
    headers: { cookie },
  })
  const body = await answer.text()
  return { status: answer.status, state: body ? (JSON.parse(body) as ActionState) : null }
}

it('shows what was typed again after a refusal, whatever the setting is called', async () => {
  const { version } = await readArea(findArea('policy')!)
  const plain = settingsOf('policy').filter(({ kind }) => kind !== 'secret')
  const typed = Object.fromEntries(plain.map((setting) => [settingField(setting), 'x']))
  expect(Object.keys(typed)).toContain('setting_password_min_length')
  const refused = await save('policy', { version: String(version), ...typed })
  expect(refused).toMatchObject({ status: 422, state: { values: typed } })
  const field = settingField({ name: 'password_min_length', kind: 'number' })
  expect(refused.state?.errors).toHaveProperty(field)
  expect((await save('policy', { version: String(version), [field]: '17' })).status).toBe(303)
  expect(await db().storedSetting.findMany()).toMatchObject([
    { variable: 'AUTH_PASSWORD_MIN_LENGTH', value: '17' },
  ])
})

it('never sends a secret back, only whether it should be removed', async () => {
  const secret = settingField({ name: 'botcheck_secret_key', kind: 'secret' })
  const removal = removalField('botcheck_secret_key')
  const fields = { version: '99', password: 'p', [secret]: 's', [removal]: 'true' }
  const { state } = await save('policy', fields)
  expect(state).toMatchObject({ code: 'precondition_failed' })
  expect(state?.values).toEqual({
    intent: 'save',
    area: 'policy',
    version: '99',
    [removal]: 'true',
  })
})
