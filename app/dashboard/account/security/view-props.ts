import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Flash } from '@/lib/web/flash'

/** What every view of the security page knows. */
export interface ViewProps {
  locale: Locale
  messages: Messages
  flash: Flash | null
  email: string
  hasPassword: boolean
}
