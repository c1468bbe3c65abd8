'use client'

import { useId } from 'react'
import { FormCheckbox, RadioChoice } from '@/components/forms/choice-lists'
import { Field } from '@/components/forms/fields'
import { useFormState } from '@/components/forms/form-context'
import { Alert } from '@/components/ui/alert'
import { FieldMessage } from '@/components/ui/live-region'
import { useHydrated } from '@/components/ui/use-hydrated'
import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'

type ChannelTexts = Messages['notificationPages']

/** The channels of a notification, one checkbox each. */
export function ChannelChoice({
  texts,
  names,
}: {
  texts: Pick<ChannelTexts['form'], 'channels' | 'inboxHint' | 'emailHint' | 'smsHint'>
  names: ChannelTexts['channelNames']
}) {
  const { errors, values } = useFormState()
  const id = useId()
  const channels = [
    { name: 'inbox', hint: texts.inboxHint },
    { name: 'email', hint: texts.emailHint },
    { name: 'sms', hint: texts.smsHint },
  ] as const
  return (
    <fieldset aria-describedby={`${id}-error`} className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-medium">{texts.channels}</legend>
      {channels.map(({ name, hint }) => (
        <label key={name} className="flex items-start gap-2.5">
          <FormCheckbox
            name={`channel_${name}`}
            value="true"
            preset={values[`channel_${name}`] === 'true'}
          />
          <span className="min-w-0">
            <span className="block font-medium">{names[name]}</span>
            <span className="block text-[0.8125rem] text-muted">{hint}</span>
          </span>
        </label>
      ))}
      <FieldMessage id={`${id}-error`}>{errors.channels}</FieldMessage>
    </fieldset>
  )
}

type SendTimeTexts = Pick<
  Messages['notificationPages']['form'],
  'when' | 'now' | 'later' | 'sendAt' | 'zone'
>

/**
 * Now, or at a given time: in the reader's time zone if scripts can determine it, otherwise in UTC.
 * A draft keeps the time zone it was written in.
 */
export function SendTime({ texts }: { texts: SendTimeTexts }) {
  const { values } = useFormState()
  const own = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC'
  const zone = values.time_zone ?? own
  const time = (
    <>
      <input type="hidden" name="time_zone" value={zone} />
      <Field
        name="send_at"
        type="datetime-local"
        label={texts.sendAt}
        hint={formatMessage(texts.zone, { zone })}
      />
    </>
  )
  return (
    <RadioChoice
      name="when"
      label={texts.when}
      preset="now"
      options={[
        { value: 'now', label: texts.now },
        { value: 'later', label: texts.later, more: time },
      ]}
    />
  )
}

/** Names the template of a draft, posts its id, and shows why it can no longer be used, if so. */
export function TemplateNote({ id, text }: { id: string; text: string }) {
  const { errors } = useFormState()
  return (
    <div>
      <input type="hidden" name="template_id" value={id} />
      <Alert>{text}</Alert>
      <FieldMessage className="mt-1.5">{errors.template_id}</FieldMessage>
    </div>
  )
}
