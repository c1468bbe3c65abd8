import { editTemplate } from '@/app/dashboard/notifications/templates/[id]/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { ConfirmPopover } from '@/components/ui/confirm-popover'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedTemplate } from '@/lib/notifications/present-template'

interface DeleteTemplateProps {
  template: PresentedTemplate
  locale: Locale
  messages: Messages
}

/** Deletes the template after a second step that says what it means. */
export function DeleteTemplate({ template, locale, messages }: DeleteTemplateProps) {
  const texts = messages.notificationPages.templates
  return (
    <>
      <Button variant="dangerOutline" popoverTarget="delete-template">
        {texts.delete}
      </Button>
      <ConfirmPopover
        id="delete-template"
        title={formatMessage(texts.deleteTitle, { name: template.name })}
        text={texts.deleteText}
        cancel={texts.cancel}
      >
        <PageForm action={editTemplate} locale={locale} intent="delete">
          <SubmitButton variant="danger" pendingText={messages.forms.pending}>
            {texts.delete}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
