import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'
import { MAX_CHOSEN, type DraftFault } from '@/lib/notifications/judge-draft'
import { cutText } from '@/lib/platform/cut-text'
import type { FieldError } from '@/lib/platform/problems'

/** As much of what a sentence names as a person wants to read, and a flash can carry. */
const MAX_NAMED = 150

/** What is wrong with a draft, beside the fields and in the words of the page. */
export function wordFaults(faults: readonly DraftFault[], messages: Messages): FieldError[] {
  const own: Partial<Record<string, string>> = messages.notificationPages.form.faults
  return faults.map(({ field, code, named = '' }) => ({
    pointer: `/${field}`,
    code,
    detail: formatMessage(own[code] ?? '', { named: cutText(named, MAX_NAMED), max: MAX_CHOSEN }),
  }))
}
