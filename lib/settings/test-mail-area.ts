import { testMail } from '@/lib/mail/test-mail'
import { db } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse } from '@/lib/platform/problems'
import type { SettingsArea } from '@/lib/settings/settings-area'
import { emailField } from '@/lib/users/email'
import { findCredentials } from '@/lib/users/user.store'

/** Sends a test mail to an address, by default to whoever asks. */
export const testMailArea: NonNullable<SettingsArea['test']> = async ({ to, actor }, ctx) => {
  const address = emailField.safeParse(to ?? (await findCredentials(db(), actor.userId))?.email)
  if (!address.success) return refuse('validation_failed', { errors: [fieldError(['to'], 'invalid_email')] })
  return { ok: true, ...(await testMail(address.data, ctx.locale)) }
}
