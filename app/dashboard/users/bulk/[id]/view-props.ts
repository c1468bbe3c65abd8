import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { BulkRow } from '@/lib/user-bulk/bulk-action.store'

/** What every part of the page of a bulk action knows. */
export interface BulkViewProps {
  bulk: BulkRow
  locale: Locale
  messages: Messages
}
