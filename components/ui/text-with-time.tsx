import { type ComponentProps, Fragment } from 'react'
import { LocalTime } from '@/components/ui/local-time'
import { formatMessage } from '@/lib/i18n/format'

interface TextWithTimeProps extends ComponentProps<typeof LocalTime> {
  text: string
  /** The placeholder that the time replaces. */
  name?: string
  /** The values of the other placeholders. */
  values?: Record<string, string>
}

/** A message with a time in it, which is shown as in lists: in the reader's time zone. */
export function TextWithTime({ text, name = 'time', values = {}, ...time }: TextWithTimeProps) {
  return text.split(`{${name}}`).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <LocalTime {...time} /> : null}
      {formatMessage(part, values)}
    </Fragment>
  ))
}
