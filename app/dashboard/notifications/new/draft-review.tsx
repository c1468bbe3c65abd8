import { discardMessage, sendMessage } from '@/app/dashboard/notifications/new/actions'
import {
  describeAudience,
  describeChannels,
  MessagePreview,
  withPlaceholders,
} from '@/app/dashboard/notifications/notification-parts'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardFooter, CardHeader, Fact } from '@/components/ui/card'
import { LocalTime } from '@/components/ui/local-time'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { notificationText } from '@/lib/messaging/notifications/compose-notification'
import type { DraftPreview } from '@/lib/messaging/notifications/drafts'
import { hasPlaceholder } from '@/lib/messaging/notifications/placeholders'
import type { NotificationContent } from '@/lib/messaging/notifications/resolve-notification'
import { measureText } from '@/lib/messaging/sms/segments'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'

interface DraftReviewProps {
  draftId: string
  preview: DraftPreview
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
}

/**
 * The effect of sending the draft: the number of recipients, the channels, the time and the
 * content. Only this page sends it.
 */
export function DraftReview({ draftId, preview, outcome, locale, messages }: DraftReviewProps) {
  const texts = messages.notificationPages
  const { review } = texts
  const { content, total, sendAt } = preview
  const goesTo = formatMessage(formatCount(review.goesTo, total, locale), {
    channels: describeChannels(content.channels, locale, texts),
  })
  return (
    <Card>
      <CardHeader
        title={total > 0 ? goesTo : review.title}
        lead={total > 0 ? review.optOut : undefined}
      />
      <CardBody className="grid gap-5">
        {total > 0 ? null : <Alert tone="warning">{review.noRecipients}</Alert>}
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact term={review.audience}>{describeAudience(preview.audience, locale, texts)}</Fact>
          <Fact term={review.when}>
            {sendAt ? <LocalTime at={sendAt.toISOString()} locale={locale} /> : review.now}
          </Fact>
        </dl>
        {content.channels.includes('sms') ? (
          <MessageSize content={content} locale={locale} messages={messages} />
        ) : null}
        <section aria-label={review.message} className="grid gap-1.5">
          <h3 className="text-[0.8125rem] text-muted">{review.message}</h3>
          <MessagePreview {...content} linkLabel={review.link} />
          {content.personal ? (
            <p className="text-[0.8125rem] text-muted">
              {withPlaceholders(review.personal, locale)}
            </p>
          ) : hasPlaceholder(content.title) || hasPlaceholder(content.body) ? (
            <Alert tone="warning">{withPlaceholders(review.notFilled, locale)}</Alert>
          ) : null}
        </section>
      </CardBody>
      <CardFooter className="items-start">
        {total > 0 ? (
          <PageForm
            action={sendMessage}
            locale={locale}
            intent="send"
            outcome={outcome}
            problemTexts={{ conflict: review.conflict }}
          >
            <input type="hidden" name="draft_id" value={draftId} />
            <SubmitButton pendingText={messages.forms.pending} className="justify-self-start">
              {sendAt ? review.schedule : review.send}
            </SubmitButton>
          </PageForm>
        ) : null}
        <a
          className={buttonClasses({ variant: 'outline' })}
          href={pagePath('/dashboard/notifications/new')}
        >
          {review.edit}
        </a>
      </CardFooter>
    </Card>
  )
}

interface MessageSizeProps {
  content: NotificationContent
  locale: Locale
  messages: Messages
}

/** The text message as sent, its length, and the number of segments, each of which is charged. */
function MessageSize({ content, locale, messages }: MessageSizeProps) {
  const { review } = messages.notificationPages
  const text = notificationText(content)
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
        <Fact term={review.smsSegments}>
          {formatCount(review.smsSegmentCount, segments, locale)}
        </Fact>
      </dl>
      {encoding === 'ucs2' ? <p className="text-[0.8125rem] text-muted">{review.smsUcs2}</p> : null}
    </section>
  )
}

/** States that the form contains a saved draft, and offers to discard it. */
export function DiscardDraftNotice({ locale, messages }: { locale: Locale; messages: Messages }) {
  const texts = messages.notificationPages.form
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted">{texts.draftKept}</p>
      <PageForm action={discardMessage} locale={locale} intent="discard">
        <SubmitButton variant="outline" size="sm" pendingText={messages.forms.pending}>
          {texts.discard}
        </SubmitButton>
      </PageForm>
    </div>
  )
}
