import { beforeAll, beforeEach, expect, it } from 'vitest'
import { revertMailText, saveMailText } from '@/app/dashboard/settings/mail-texts/edit/actions'
import { mailTextAddress } from '@/app/dashboard/settings/mail-texts/mail-texts-query'
import { syncCatalog } from '@/lib/access/catalog'
import { builtInText, type MailText } from '@/lib/messaging/mail/editable-text'
import { findMailTextDraft } from '@/lib/messaging/mail/mail-text.store'
import { db } from '@/lib/platform/db/database'
import { mailTextVersion, UNKNOWN_MAIL_TEXT_VERSION } from '@/lib/settings/mail-texts-area'
import { holderOf } from '@/tests/kit/administrators'
import { pageCookie } from '@/tests/kit/sessions'
import { submitAction } from '@/tests/kit/submit-action'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import type { ActionState, FormAction } from '@/lib/web/action-state'

useTestDatabase()
let cookie: string
let userId: string
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
  userId = (await holderOf('settings:manage')).userId
  cookie = await pageCookie(userId)
})
beforeEach(() => db().mailTextOverride.deleteMany())

const KEY = { kind: 'reset_password', locale: 'en' } as const
const MINE = { subject: 'Mine', body: 'Go on:\n\n{link}', button: 'Choose' }
const THEIRS = { ...MINE, subject: 'Theirs' }
const builtIn = mailTextVersion(builtInText(KEY.kind, KEY.locale))

async function post(
  fields: Record<string, string>,
  {
    locale = KEY.locale,
    action = saveMailText,
  }: { locale?: 'en' | 'tr'; action?: FormAction } = {},
) {
  const page = mailTextAddress({ ...KEY, locale })
  const answer = await submitAction(action, { page, fields, headers: { cookie } })
  const text = await answer.text()
  return {
    status: answer.status,
    to: answer.headers.get('location'),
    state: text ? (JSON.parse(text) as ActionState) : null,
  }
}

const edit = (text: MailText, version: string, step = 'save') => post({ step, version, ...text })
const subjects = async () => (await db().mailTextOverride.findMany()).map(({ subject }) => subject)

it('saves a text, but not over a change that the form does not show', async () => {
  expect(await edit(THEIRS, builtIn)).toMatchObject({ status: 303 })
  const refused = await edit(MINE, builtIn)
  expect(refused).toMatchObject({ status: 412, state: { code: 'precondition_failed' } })
  expect(refused.state?.values).toMatchObject(MINE)
  expect(await post(refused.state!.values)).toMatchObject({ status: 412 })
  expect(await post({ version: builtIn }, { action: revertMailText })).toMatchObject({
    status: 412,
  })
  expect(await subjects()).toEqual(['Theirs'])
  expect(await edit(MINE, mailTextVersion(THEIRS))).toMatchObject({ status: 303 })
  expect(await subjects()).toEqual(['Mine'])
})

it('a draft keeps the version of the text that it is to replace', async () => {
  const { to } = await edit(MINE, builtIn, 'preview')
  expect(to).toBe(mailTextAddress(KEY, { preview: 'html' }))
  expect(await findMailTextDraft(db(), userId, KEY)).toEqual({ text: MINE, baseVersion: builtIn })
  await edit(MINE, mailTextVersion(THEIRS), 'preview')
  expect(await findMailTextDraft(db(), userId, KEY)).toMatchObject({
    baseVersion: mailTextVersion(THEIRS),
  })
})

it('saves nothing over an unknown version, as of a draft of an earlier build', async () => {
  expect(await edit(MINE, UNKNOWN_MAIL_TEXT_VERSION)).toMatchObject({ status: 412 })
  expect(await subjects()).toEqual([])
})

it('a text can be saved after another one was changed', async () => {
  const turkish = mailTextVersion(builtInText(KEY.kind, 'tr'))
  const fields = { step: 'save', version: turkish, ...THEIRS }
  expect(await post(fields, { locale: 'tr' })).toMatchObject({ status: 303 })
  expect(await edit(MINE, builtIn)).toMatchObject({ status: 303 })
})

it.each(['', '1', 'x'.repeat(32)])('refuses a form with the version %j', async (version) => {
  expect(await edit(MINE, version)).toMatchObject({ status: 422 })
  expect(await subjects()).toEqual([])
})
