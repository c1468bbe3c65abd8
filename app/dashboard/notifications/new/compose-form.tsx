import {
  ChannelChoice,
  SendTime,
  TemplateNote,
} from '@/app/dashboard/notifications/compose-controls'
import { MessageFields } from '@/app/dashboard/notifications/message-fields'
import { previewMessage } from '@/app/dashboard/notifications/new/actions'
import { withPlaceholders } from '@/app/dashboard/notifications/notification-parts'
import { RadioChoice } from '@/components/forms/choice-lists'
import { Field, Label, SelectField, TextAreaField } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { Select } from '@/components/ui/form-controls'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedTemplate } from '@/lib/messaging/notifications/present-template'
import { type DraftFields, MAX_CHOSEN } from '@/lib/messaging/notifications/validate-draft'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'

interface TemplatePickerProps {
  templates: readonly PresentedTemplate[]
  /** The template in use; null for none. */
  chosen: string | null
  texts: Messages['notificationPages']['form']
}

/**
 * Selects a template: a plain form whose field ends up in the URL. Nothing if there are no
 * templates.
 */
export function TemplatePicker({ templates, chosen, texts }: TemplatePickerProps) {
  if (templates.length === 0) return null
  return (
    <form
      method="get"
      action={pagePath('/dashboard/notifications/new')}
      className="mb-4 flex flex-wrap items-end gap-2"
    >
      <div className="grid w-full max-w-xs gap-1">
        <Label htmlFor="template">{texts.template}</Label>
        <Select key={chosen} id="template" name="template" defaultValue={chosen ?? ''}>
          <option value="">{texts.chooseTemplate}</option>
          {templates.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Button type="submit" variant="outline">
        {texts.useTemplate}
      </Button>
    </form>
  )
}

interface ComposeFormProps {
  values: DraftFields
  template: PresentedTemplate | undefined
  /** The names of the roles. Null if there are too many for a menu: the role is typed. */
  roles: readonly string[] | null
  canSearchUsers: boolean
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
}

/** The form of a notification. It sends nothing: it saves the draft and leads to the review. */
export function ComposeForm({
  values,
  template,
  roles,
  canSearchUsers,
  outcome,
  locale,
  messages,
}: ComposeFormProps) {
  const { form: texts, channelNames } = messages.notificationPages
  return (
    <Card>
      <CardBody>
        <PageForm
          action={previewMessage}
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
          <AudienceChoice roles={roles} canSearchUsers={canSearchUsers} texts={texts} />
          <ChannelChoice texts={texts} names={channelNames} />
          <MessageFields messages={messages} locale={locale} />
          <SendTime texts={texts} />
          <div>
            <SubmitButton pendingText={messages.forms.pending}>{texts.preview}</SubmitButton>
          </div>
        </PageForm>
      </CardBody>
    </Card>
  )
}

interface AudienceChoiceProps {
  roles: readonly string[] | null
  /** Whether the author may search for users by address. */
  canSearchUsers: boolean
  texts: Messages['notificationPages']['form']
}

function RoleField({ roles, texts }: Pick<AudienceChoiceProps, 'roles' | 'texts'>) {
  if (!roles)
    return <Field name="role" label={texts.role} hint={texts.roleNameHint} autoComplete="off" />
  const options = [
    { value: '', label: texts.chooseRole },
    ...roles.map((name) => ({ value: name, label: name })),
  ]
  return <SelectField name="role" label={texts.role} options={options} />
}

/** The recipients of a notification. */
function AudienceChoice({ roles, canSearchUsers, texts }: AudienceChoiceProps) {
  return (
    <RadioChoice
      name="audience"
      label={texts.audience}
      options={[
        { value: 'all', label: texts.everyone, hint: texts.everyoneHint },
        {
          value: 'role',
          label: texts.toRole,
          hint: texts.toRoleHint,
          more: <RoleField roles={roles} texts={texts} />,
        },
        ...(canSearchUsers
          ? [
              {
                value: 'users',
                label: texts.toPeople,
                hint: texts.toPeopleHint,
                more: (
                  <TextAreaField
                    name="people"
                    label={texts.people}
                    hint={formatMessage(texts.peopleHint, { max: MAX_CHOSEN })}
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
