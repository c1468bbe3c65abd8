import { changeBulkAction } from '@/app/dashboard/users/bulk/[id]/actions'
import type { BulkViewProps } from '@/app/dashboard/users/bulk/[id]/view-props'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { ConfirmPopover } from '@/components/ui/confirm-popover'

/** Stops a bulk action that is under way, after a second step. */
export function StopBulk({ locale, messages }: BulkViewProps) {
  const { progress, preview } = messages.bulkActions
  return (
    <>
      <Button variant="dangerOutline" size="sm" popoverTarget="stop-bulk">
        {progress.stop}
      </Button>
      <ConfirmPopover
        id="stop-bulk"
        title={progress.stopTitle}
        text={progress.stopText}
        cancel={preview.cancel}
      >
        <PageForm
          action={changeBulkAction}
          locale={locale}
          intent="cancel"
          problemTexts={{ conflict: progress.ended }}
        >
          <SubmitButton variant="danger" pendingText={messages.forms.pending}>
            {progress.stop}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
