import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { FormOutcome } from '@/lib/web/form-outcome'

/** What every view of the security page knows. */
export interface ViewProps {
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
  email: string
  hasPassword: boolean
}
