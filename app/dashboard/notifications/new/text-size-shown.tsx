import { Fact } from '@/app/dashboard/notifications/fact'
import { formatCount, formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { notificationText } from '@/lib/notifications/compose-notification-text'
import type { NotificationWords } from '@/lib/notifications/word-notification'
import { measureText } from '@/lib/sms/segments'

interface TextSizeShownProps {
  words: NotificationWords
  locale: Locale
  messages: Messages
}

/** The text message as it is sent, how long it is, and in how many segments it travels: each is charged. */
export function TextSizeShown({ words, locale, messages }: TextSizeShownProps) {
  const { review } = messages.notificationPages
  const text = notificationText(words)
  const { encoding, units, segments } = measureText(text)
  const number = new Intl.NumberFormat(locale)
  return (
    <section aria-label={review.sms} className="grid gap-2">
      <h3 className="text-[0.8125rem] text-muted">{review.sms}</h3>
      <p
        dir="auto"
        className="rounded-md border border-line bg-subtle p-4 [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {text}
      </p>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Fact term={review.smsLength}>
          {formatMessage(review.smsUnits[encoding], { units: number.format(units) })}
        </Fact>
        <Fact term={review.smsSegments}>{formatCount(review.smsSegmentCount, segments, locale)}</Fact>
      </dl>
      {encoding === 'ucs2' ? <p className="text-[0.8125rem] text-muted">{review.smsUcs2}</p> : null}
    </section>
  )
}
