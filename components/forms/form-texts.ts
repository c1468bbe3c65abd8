import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import { messagesFor } from '@/lib/i18n/messages'
import type { FormTexts } from '@/lib/web/form-answer'

/** What a form may have to say, in a language, with the service's limits filled in. */
export function formTexts(locale: Locale): FormTexts {
  const { forms, problems } = messagesFor(locale)
  const min = settings().passwords.minLength
  return {
    problems: {
      ...Object.fromEntries(Object.entries(problems).map(([code, { text }]) => [code, text])),
      network_locked: forms.networkLocked,
    },
    fieldErrors: Object.fromEntries(
      Object.entries(forms.fieldErrors).map(([code, text]) => [code, formatMessage(text, { min })]),
    ),
    checkFields: forms.checkFields,
    networkFault: forms.networkFault,
    unexpected: problems.internal_error.text,
  }
}
