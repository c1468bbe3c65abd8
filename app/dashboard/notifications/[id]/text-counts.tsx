import { Fact } from '@/app/dashboard/notifications/fact'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { formatCount } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedNotification } from '@/lib/notifications/present-notification'

interface TextCountsProps {
  sms: NonNullable<PresentedNotification['sms']>
  locale: Locale
  texts: Messages['notificationPages']
}

/** What became of the text messages of a notification: reports come in after sending has finished. */
export function TextCounts({ sms, locale, texts }: TextCountsProps) {
  const { smsCounts, review } = texts
  const number = new Intl.NumberFormat(locale)
  const counts = ['queued', 'sent', 'delivered', 'failed', 'opted_out', 'skipped'] as const
  return (
    <Card>
      <CardHeader title={smsCounts.title} lead={formatCount(review.smsSegmentCount, sms.segments, locale)} />
      <CardBody>
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {counts.map((name) => (
            <Fact key={name} term={smsCounts[name]}>
              {number.format(sms[name])}
            </Fact>
          ))}
        </dl>
        <p className="mt-4 text-[0.8125rem] text-muted">{smsCounts.meaning}</p>
      </CardBody>
    </Card>
  )
}
