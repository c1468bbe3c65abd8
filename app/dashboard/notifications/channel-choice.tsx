'use client'

import { useId } from 'react'
import { useFormState } from '@/components/forms/form-context'
import { Checkbox } from '@/components/ui/checkbox'
import type { Messages } from '@/lib/i18n/messages'

type Texts = Messages['notificationPages']

/** By which ways something is sent: a box each. */
export function ChannelChoice({
  texts,
  names,
}: {
  texts: Pick<Texts['form'], 'channels' | 'inboxHint' | 'emailHint' | 'smsHint'>
  names: Texts['channelNames']
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
          <Checkbox
            name={`channel_${name}`}
            value="true"
            defaultChecked={values[`channel_${name}`] === 'true'}
          />
          <span className="min-w-0">
            <span className="block font-medium">{names[name]}</span>
            <span className="block text-[0.8125rem] text-muted">{hint}</span>
          </span>
        </label>
      ))}
      <p id={`${id}-error`} role="alert" className="text-[0.8125rem] text-danger empty:hidden">
        {errors.channels}
      </p>
    </fieldset>
  )
}
