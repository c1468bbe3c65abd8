import { RadioChoice } from '@/app/dashboard/notifications/new/radio-choice'
import { SelectField } from '@/components/forms/select-field'
import { TextAreaField } from '@/components/forms/text-area-field'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'
import { MAX_CHOSEN } from '@/lib/notifications/judge-draft'

interface AudienceChoiceProps {
  /** The names of the roles. */
  roles: readonly string[]
  /** Whether the writer may look people up by their address. */
  findsPeople: boolean
  texts: Messages['notificationPages']['form']
}

/** Whom a notification is for. */
export function AudienceChoice({ roles, findsPeople, texts }: AudienceChoiceProps) {
  const options = [
    { value: '', label: texts.chooseRole },
    ...roles.map((name) => ({ value: name, label: name })),
  ]
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
          more: <SelectField name="role" label={texts.role} options={options} />,
        },
        ...(findsPeople
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
