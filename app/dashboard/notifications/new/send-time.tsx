'use client'

import { RadioChoice } from '@/app/dashboard/notifications/new/radio-choice'
import { Field } from '@/components/forms/field'
import { useFormState } from '@/components/forms/form-context'
import { useHydrated } from '@/components/ui/use-hydrated'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Messages } from '@/lib/i18n/messages'

type Texts = Pick<Messages['notificationPages']['form'], 'when' | 'now' | 'later' | 'sendAt' | 'zone'>

/** Now, or at a time: by the reader's clock where script can ask for its zone, else by UTC. A draft keeps the zone that it was written in. */
export function SendTime({ texts }: { texts: Texts }) {
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
