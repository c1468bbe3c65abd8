import { composeNotification } from '@/app/dashboard/notifications/new/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

/** Says that the form holds what was written before, and throws it away on demand. */
export function DraftNote({ locale, messages }: { locale: Locale; messages: Messages }) {
  const texts = messages.notificationPages.form
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted">{texts.draftKept}</p>
      <PageForm action={composeNotification} locale={locale} intent="discard">
        <SubmitButton variant="outline" size="sm" pendingText={messages.forms.pending}>
          {texts.discard}
        </SubmitButton>
      </PageForm>
    </div>
  )
}
