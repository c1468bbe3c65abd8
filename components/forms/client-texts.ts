import type { ClientTexts } from '@/components/forms/call-action'
import { brandedMessages } from '@/lib/brand/branded-messages'
import type { Locale } from '@/lib/i18n/locale'

/** Refusals that come before an action is reached: script gets their code alone. */
const BEFORE_ACTIONS = [
  'body_too_large',
  'overloaded',
  'unavailable',
  'rate_limited',
  'origin_not_allowed',
] as const

export function clientTexts(locale: Locale): ClientTexts {
  const { forms, problems } = brandedMessages(locale)
  return {
    networkFault: forms.networkFault,
    unexpected: problems.internal_error.text,
    checkFields: forms.checkFields,
    fileTooLarge: forms.fieldErrors.file_too_large,
    refusals: Object.fromEntries(BEFORE_ACTIONS.map((code) => [code, problems[code].text])),
  }
}
