'use server'

import { z } from 'zod'
import {
  mailTextAddress,
  readMailTextQuery,
} from '@/app/dashboard/settings/mail-texts/mail-texts-query'
import { ownPassword as password } from '@/lib/accounts/user-fields'
import { findCredentials } from '@/lib/accounts/user.store'
import { type MailText, readMailText } from '@/lib/messaging/mail/editable-text'
import {
  discardMailTextDraft,
  type MailTextKey,
  writeMailTextDraft,
} from '@/lib/messaging/mail/mail-text.store'
import { composeTestSample, trySend } from '@/lib/messaging/mail/sample-mail'
import { db } from '@/lib/platform/db/database'
import { truncateText } from '@/lib/platform/input-fields'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import { manageSettings, testSettings } from '@/lib/settings/change-settings'
import { MAIL_TEXT_VERSION, mailTextsArea, mailTextsAreaAt } from '@/lib/settings/mail-texts-area'
import { defineAction } from '@/lib/web/define-action'
import { MAX_NOTICE_VALUE } from '@/lib/web/form-outcome'

type Done = Outcome<{ path: string; notice?: string; detail?: string }>

const typed = z.string().max(20_000)
const version = z.string().regex(MAIL_TEXT_VERSION, { error: 'invalid' })
interface Call {
  key: MailTextKey
  /** Of the text that the form was filled in for. */
  version: string
  password: string | undefined
  principal: SessionPrincipal
  ctx: RequestContext
}

/** Stores the text, or keeps it as a draft to preview or test it. */
export const saveMailText = defineAction({
  access: { permission: 'settings:manage' },
  body: z.object({
    step: z.enum(['preview', 'save', 'test']).default('save'),
    subject: typed,
    body: typed,
    button: typed,
    version,
    password,
  }),
  handle: async (form, { principal, ctx, query }): Promise<Done> => {
    const key = readMailTextQuery(query.get('mail'))
    if (!key) return refuse('not_found')
    const { subject, body, button, version, password } = form
    const call = { key, version, password, principal, ctx }
    const read = readMailText(key, { subject, body, button })
    if (!read.ok) return read
    if (form.step === 'save') return store(read.text, call)
    const from = { baseVersion: version, now: ctx.now }
    await writeMailTextDraft(db(), principal.userId, key, read.text, from)
    return form.step === 'test'
      ? sendTest(read.text, call)
      : { ok: true, path: mailTextAddress(key, { preview: 'html' }) }
  },
  done: ({ path, notice, detail }) => ({
    redirect: path,
    notice,
    ...(detail && { values: { detail: truncateText(detail, MAX_NOTICE_VALUE) } }),
  }),
})

/** Returns to the built-in text. */
export const revertMailText = defineAction({
  access: { permission: 'settings:manage' },
  body: z.object({ version, password }),
  handle: async ({ version, password }, { principal, ctx, query }): Promise<Done> => {
    const key = readMailTextQuery(query.get('mail'))
    if (!key) return refuse('not_found')
    return store(null, { key, version, password, principal, ctx })
  },
  done: ({ path, notice }) => ({ redirect: path, notice }),
})

async function store(
  text: MailText | null,
  { key, version, password, principal, ctx }: Call,
): Promise<Done> {
  const name = `${key.kind}.${key.locale}`
  const values = { [name]: text && { ...text } }
  const stored = await manageSettings(
    principal,
    mailTextsAreaAt(key, version),
    { values, versions: null, password },
    ctx,
  )
  if (!stored.ok) return atFields(stored, name)
  await discardMailTextDraft(db(), principal.userId, key)
  return {
    ok: true,
    path: mailTextAddress(key),
    notice: text ? 'mail_text_saved' : 'mail_text_reverted',
  }
}

/** Sends the text as typed, saved or not, only to the user who typed it. */
async function sendTest(text: MailText, { key, password, principal, ctx }: Call): Promise<Done> {
  const test = async () => {
    const to = (await findCredentials(db(), principal.userId))?.email
    if (!to) return refuse('session_revoked')
    const sample = composeTestSample(key, text, { to, now: ctx.now })
    return { ok: true as const, ...(await trySend(sample, ctx)) }
  }
  const tested = await testSettings(principal, { ...mailTextsArea, test }, { password }, ctx)
  if (!tested.ok) return tested
  const notice = tested.passed ? 'mail_text_test_sent' : 'mail_text_test_failed'
  const path = mailTextAddress(key, { preview: 'html' })
  return { ok: true, path, notice, detail: tested.detail }
}

function atFields(refusal: Refusal, name: string): Refusal {
  const errors = refusal.errors?.map((error) => ({
    ...error,
    pointer: error.pointer.replace(`/values/${name}`, ''),
  }))
  return errors ? { ...refusal, errors } : refusal
}
