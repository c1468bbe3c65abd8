import { Field } from '@/components/forms/field'
import type { Messages } from '@/lib/i18n/messages'

/** Name and description of a role, in the surrounding form. */
export function RoleWords({ messages }: { messages: Messages }) {
  const { fields } = messages.roles
  return (
    <div className="grid max-w-xl gap-4">
      <Field name="name" label={fields.name} hint={fields.nameHint} maxLength={64} autoComplete="off" />
      <Field
        name="description"
        label={fields.description}
        hint={fields.descriptionHint}
        maxLength={500}
        autoComplete="off"
        aside={<span className="text-[0.8125rem] text-muted">{messages.forms.optional}</span>}
      />
    </div>
  )
}
