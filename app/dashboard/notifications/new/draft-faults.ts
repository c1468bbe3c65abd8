import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import { type DraftFault, MAX_CHOSEN } from '@/lib/messaging/notifications/validate-draft'
import { truncateText } from '@/lib/platform/input-fields'
import type { FieldError } from '@/lib/platform/problems'

/** The longest name in a message: readable, and small enough for the notice cookie. */
const MAX_NAMED = 150

/** The errors of a draft, as messages beside their fields. */
export function renderFaults(faults: readonly DraftFault[], messages: Messages): FieldError[] {
  const own: Partial<Record<string, string>> = messages.notificationPages.form.faults
  return faults.map(({ field, code, named = '' }) => ({
    pointer: `/${field}`,
    code,
    detail: formatMessage(own[code] ?? '', {
      named: truncateText(named, MAX_NAMED),
      max: MAX_CHOSEN,
    }),
  }))
}
