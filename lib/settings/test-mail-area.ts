import { findMailText } from '@/lib/mail/mail-text.store'
import { composeTestSample } from '@/lib/mail/sample-mail'
import { testMail, trySending } from '@/lib/mail/test-mail'
import { builtInText, parseMailTextName } from '@/lib/mail/texts/editable-text'
import { db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import type { SettingsArea } from '@/lib/settings/settings-area'
import { emailField } from '@/lib/users/email'
import { findCredentials } from '@/lib/users/user.store'

/** Sends a test mail to an address, by default to whoever asks. */
export const testMailArea: NonNullable<SettingsArea['test']> = async ({ to, actor }, ctx) => {
  const address = await testAddress(to, actor)
  return address.ok ? { ok: true, ...(await testMail(address.to, ctx.locale)) } : address
}

/** Sends the mail of that name with the text in force, by default the one that confirms an address. */
export const testMailTextsArea: NonNullable<SettingsArea['test']> = async ({ to, name, actor }, ctx) => {
  const key = parseMailTextName(name ?? `verify_email.${ctx.locale}`)
  if (!key) return refuse('validation_failed', { errors: [fieldError(['name'], 'not_supported')] })
  const address = await testAddress(to, actor)
  if (!address.ok) return address
  const text = (await findMailText(db(), key)) ?? builtInText(key.kind, key.locale)
  const sample = composeTestSample(key, text, { to: address.to, now: ctx.now })
  return { ok: true, ...(await trySending(sample)) }
}

async function testAddress(to: string | undefined, actor: Principal): Promise<Outcome<{ to: string }>> {
  const address = emailField.safeParse(to ?? (await findCredentials(db(), actor.userId))?.email)
  if (!address.success) return refuse('validation_failed', { errors: [fieldError(['to'], 'invalid_email')] })
  return { ok: true, to: address.data }
}
