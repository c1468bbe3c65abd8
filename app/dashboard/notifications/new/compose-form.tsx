import { composeNotification } from '@/app/dashboard/notifications/new/actions'
import { ChannelChoice } from '@/app/dashboard/notifications/channel-choice'
import { MessageFields } from '@/app/dashboard/notifications/message-fields'
import { AudienceChoice } from '@/app/dashboard/notifications/new/audience-choice'
import { SendTime } from '@/app/dashboard/notifications/new/send-time'
import { TemplateNote } from '@/app/dashboard/notifications/new/template-note'
import { withPlaceholders } from '@/app/dashboard/notifications/notification-words'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody } from '@/components/ui/card'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { DraftFields } from '@/lib/notifications/draft-fields'
import type { PresentedTemplate } from '@/lib/notifications/present-template'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface ComposeFormProps {
  values: DraftFields
  template: PresentedTemplate | undefined
  roles: readonly string[]
  findsPeople: boolean
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
}

/** The form of a notification. It sends nothing: it keeps the draft and leads to what that would do. */
export function ComposeForm({
  values,
  template,
  roles,
  findsPeople,
  outcome,
  locale,
  messages,
}: ComposeFormProps) {
  const { form: texts, channelNames } = messages.notificationPages
  return (
    <Card>
      <CardBody>
        <PageForm
          action={composeNotification}
          locale={locale}
          intent="preview"
          outcome={outcome}
          values={values}
          className="gap-6"
        >
          {template ? (
            <TemplateNote
              id={template.id}
              text={withPlaceholders(texts.templateNote, locale, { name: template.name })}
            />
          ) : null}
          <AudienceChoice roles={roles} findsPeople={findsPeople} texts={texts} />
          <ChannelChoice texts={texts} names={channelNames} />
          <MessageFields messages={messages} />
          <SendTime texts={texts} />
          <div>
            <SubmitButton pendingText={messages.forms.pending}>{texts.preview}</SubmitButton>
          </div>
        </PageForm>
      </CardBody>
    </Card>
  )
}
