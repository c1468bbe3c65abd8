import { cache } from 'react'
import { MissingRecord } from '@/app/dashboard/missing-record'
import {
  BatchFacts,
  BatchProgress,
  TextCounts,
} from '@/app/dashboard/notifications/[id]/batch-cards'
import { MessagePreview } from '@/app/dashboard/notifications/notification-parts'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { LiveRegion } from '@/components/ui/live-region'
import type { Messages } from '@/lib/i18n/messages'
import { getNotification, nameSenders } from '@/lib/messaging/notifications/notifications'
import { ownValue } from '@/lib/platform/own-value'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

/** Cached per request: the title and the page both need it. */
const findNotification = cache(getNotification)

const page = definePage('/dashboard/notifications/[id]')

export const generateMetadata = page.composeTitle(async ({ params }) => {
  const { notificationPages, pages } = (await pageLanguage()).messages
  const found = await findNotification((await params).id)
  if (!found.ok) return pages.notFound.title
  return pageTitle(found.notification.title, notificationPages.title)
})

/** A bulk notification: progress, content and recipients. */
export default page.render(async ({ params }) => {
  const found = await findNotification((await params).id)
  if (!found.ok) return <MissingRecord kind="notification" />
  const { locale, messages } = await pageLanguage()
  const texts = messages.notificationPages
  const shown = found.notification
  const senders = await nameSenders([shown])
  return (
    <>
      <PageHeader
        title={shown.title}
        back={{ href: pagePath('/dashboard/notifications'), label: texts.form.back }}
      />
      <ResultNotice outcome={await readOutcome()} messages={messages} />
      <div className="grid gap-6">
        <BatchProgress shown={shown} locale={locale} messages={messages} />
        {shown.sms ? <TextCounts sms={shown.sms} locale={locale} texts={texts} /> : null}
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Card>
            <CardHeader title={texts.detail.content} />
            <CardBody>
              <MessagePreview {...shown} linkLabel={texts.review.link} />
            </CardBody>
          </Card>
          <BatchFacts
            shown={shown}
            sender={(shown.created_by && senders.get(shown.created_by)) ?? texts.formerUser}
            locale={locale}
            texts={texts}
          />
        </div>
      </div>
    </>
  )
})

function ResultNotice({ outcome, messages }: { outcome: FormOutcome | null; messages: Messages }) {
  const { detail } = messages.notificationPages
  const notices = {
    notification_sent: detail.sent,
    notification_scheduled: detail.planned,
    notification_canceled: detail.done,
  }
  const done = ownValue(notices, outcome?.notice)
  return (
    <>
      <LiveRegion role="status" className="mb-4">
        {done ? <Alert tone="success">{done}</Alert> : null}
      </LiveRegion>
      <LiveRegion role="alert" className="mb-4">
        {outcome?.code ? (
          <Alert tone="danger">
            {outcome.code === 'conflict' ? detail.conflict : messages.problems[outcome.code].text}
          </Alert>
        ) : null}
      </LiveRegion>
    </>
  )
}
