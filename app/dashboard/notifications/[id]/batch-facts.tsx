import { Fact } from '@/app/dashboard/notifications/fact'
import { audienceInWords, listChannels } from '@/app/dashboard/notifications/notification-words'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { LocalTime } from '@/components/ui/local-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedNotification } from '@/lib/notifications/present-notification'

interface BatchFactsProps {
  shown: PresentedNotification
  /** Who wrote it. */
  sender: string
  locale: Locale
  texts: Messages['notificationPages']
}

/** Whom a notification is for, by which ways, by whom and when. */
export function BatchFacts({ shown, sender, locale, texts }: BatchFactsProps) {
  const { detail, columns } = texts
  const times: [string, string | null][] = [
    [detail.created, shown.created_at],
    [detail.sendAt, shown.send_at],
    [detail.started, shown.started_at],
    [detail.finished, shown.finished_at],
  ]
  return (
    <Card>
      <CardHeader title={detail.facts} />
      <CardBody>
        <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
          <Fact term={columns.audience}>{audienceInWords(shown.audience, locale, texts)}</Fact>
          <Fact term={columns.channels}>{listChannels(shown.channels, texts)}</Fact>
          <Fact term={detail.by}>
            <span className="break-words">{sender}</span>
          </Fact>
          {times.map(([term, at]) =>
            at ? (
              <Fact key={term} term={term}>
                <LocalTime at={at} locale={locale} />
              </Fact>
            ) : null,
          )}
        </dl>
      </CardBody>
    </Card>
  )
}
