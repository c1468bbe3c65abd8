import type { ReactNode } from 'react'
import { ChannelChoice } from '@/app/dashboard/notifications/compose-controls'
import { MessageFields, templateFields } from '@/app/dashboard/notifications/message-fields'
import { withPlaceholders } from '@/app/dashboard/notifications/notification-parts'
import { DisableNativeValidation } from '@/components/forms/bare-forms'
import { Field } from '@/components/forms/fields'
import { VersionField } from '@/components/forms/hidden-fields'
import { lostUpdate } from '@/components/forms/lost-update'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody } from '@/components/ui/card'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { NOTIFICATION_LENGTHS } from '@/lib/messaging/notifications/notification.schemas'
import type { PresentedTemplate } from '@/lib/messaging/notifications/present-template'
import type { FormAction } from '@/lib/web/action-state'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'

interface TemplateFormProps {
  action: FormAction
  /** Null for a new one. */
  template: PresentedTemplate | null
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
  submit: string
  /** Further actions. */
  children: ReactNode
}

/** The fields of a template. */
export function TemplateForm({
  action,
  template,
  outcome,
  locale,
  messages,
  submit,
  children,
}: TemplateFormProps) {
  const { templates, form, channelNames } = messages.notificationPages
  const stored = template
    ? { name: template.name, ...templateFields(template) }
    : { channel_inbox: 'true' }
  return (
    <Card>
      <CardBody>
        <PageForm
          action={action}
          locale={locale}
          intent="save"
          outcome={outcome}
          notices={{ template_saved: templates.saved, template_created: templates.created }}
          {...lostUpdate(
            messages,
            pagePath('/dashboard/notifications/templates/[id]', template?.id ?? ''),
          )}
          values={stored}
          noValidate={false}
          className="gap-6"
        >
          <DisableNativeValidation />
          {template ? <VersionField version={template.version} /> : null}
          <Field
            name="name"
            autoComplete="off"
            required
            maxLength={NOTIFICATION_LENGTHS.name}
            label={templates.name}
            hint={templates.nameHint}
          />
          <ChannelChoice texts={form} names={channelNames} />
          <MessageFields
            messages={messages}
            locale={locale}
            bodyNote={withPlaceholders(templates.placeholdersHint, locale)}
          />
          <div className="flex flex-wrap gap-2">
            <SubmitButton pendingText={messages.forms.pending}>{submit}</SubmitButton>
            {children}
          </div>
        </PageForm>
      </CardBody>
    </Card>
  )
}
