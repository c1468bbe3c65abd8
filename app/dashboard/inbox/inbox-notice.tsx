import { Alert } from '@/components/ui/alert'
import { formatCount } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { FormOutcome } from '@/lib/web/form-outcome'

/** What the post before this page did, or why it did not. */
export function InboxNotice({
  outcome,
  locale,
  messages,
}: {
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
}) {
  const texts = messages.inbox
  const read = Number(outcome?.values?.count ?? Number.NaN)
  return (
    <>
      <div role="status" className="mb-4 empty:hidden">
        {outcome?.notice === 'inbox_deleted' ? <Alert tone="success">{texts.deleted}</Alert> : null}
        {outcome?.notice === 'inbox_read' && Number.isFinite(read) ? (
          <Alert tone="success">{formatCount(texts.allRead, read, locale)}</Alert>
        ) : null}
      </div>
      <div role="alert" className="mb-4 empty:hidden">
        {outcome?.code ? <Alert tone="danger">{messages.problems[outcome.code].text}</Alert> : null}
      </div>
    </>
  )
}
