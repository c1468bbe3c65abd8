import { Alert } from '@/components/ui/alert'
import { formatCount } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Flash } from '@/lib/web/flash'

/** What the post before this page did, or why it did not. */
export function InboxNotice({
  flash,
  locale,
  messages,
}: {
  flash: Flash | null
  locale: Locale
  messages: Messages
}) {
  const texts = messages.inbox
  const read = Number(flash?.values?.count ?? Number.NaN)
  return (
    <>
      <div role="status" className="mb-4 empty:hidden">
        {flash?.notice === 'inbox_deleted' ? <Alert tone="success">{texts.deleted}</Alert> : null}
        {flash?.notice === 'inbox_read' && Number.isFinite(read) ? (
          <Alert tone="success">{formatCount(texts.allRead, read, locale)}</Alert>
        ) : null}
      </div>
      <div role="alert" className="mb-4 empty:hidden">
        {flash?.code ? <Alert tone="danger">{messages.problems[flash.code].text}</Alert> : null}
      </div>
    </>
  )
}
