import { cancelBatch } from '@/app/dashboard/notifications/[id]/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { ConfirmPopover } from '@/components/ui/confirm-popover'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedNotification } from '@/lib/notifications/present-notification'

interface CancelBatchProps {
  shown: PresentedNotification
  locale: Locale
  messages: Messages
}

/** Stops the sending, after a second step that says what stays. */
export function CancelBatch({ shown, locale, messages }: CancelBatchProps) {
  const { detail } = messages.notificationPages
  return (
    <>
      <Button variant="dangerOutline" popoverTarget="cancel-batch">
        {detail.cancel}
      </Button>
      <ConfirmPopover
        id="cancel-batch"
        title={formatMessage(detail.cancelTitle, { title: shown.title })}
        text={shown.status === 'scheduled' ? detail.cancelScheduled : detail.cancelRunning}
        cancel={detail.keep}
      >
        <PageForm
          action={cancelBatch}
          locale={locale}
          intent="cancel"
          problemTexts={{ conflict: detail.conflict }}
        >
          <SubmitButton variant="danger" pendingText={messages.forms.pending}>
            {detail.cancel}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
