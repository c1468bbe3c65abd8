import { changeImport } from '@/app/dashboard/users/import/[id]/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { ConfirmPopover } from '@/components/ui/confirm-popover'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedImport } from '@/lib/user-import/present-import'

interface StopImportProps {
  shown: PresentedImport
  locale: Locale
  messages: Messages
}

/** Ends an import that is under way, after a second step. */
export function StopImport({ shown, locale, messages }: StopImportProps) {
  const { detail } = messages.userImport
  return (
    <>
      <Button variant="dangerOutline" size="sm" popoverTarget="stop-import">
        {detail.stop}
      </Button>
      <ConfirmPopover
        id="stop-import"
        title={detail.stopTitle}
        text={shown.dry_run ? detail.stopDryText : detail.stopText}
        cancel={detail.cancel}
      >
        <PageForm
          action={changeImport}
          locale={locale}
          intent="cancel"
          problemTexts={{ conflict: detail.ended }}
        >
          <SubmitButton variant="danger" pendingText={messages.forms.pending}>
            {detail.stop}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
