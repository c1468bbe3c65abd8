import { composeNotification } from '@/app/dashboard/notifications/new/actions'
import { Fact } from '@/app/dashboard/notifications/fact'
import { MessageShown } from '@/app/dashboard/notifications/message-shown'
import {
  audienceInWords,
  channelsInWords,
  withPlaceholders,
} from '@/app/dashboard/notifications/notification-words'
import { TextSizeShown } from '@/app/dashboard/notifications/new/text-size-shown'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { LocalTime } from '@/components/ui/local-time'
import { formatCount, formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { DraftPreview } from '@/lib/notifications/preview-draft'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { NOTIFICATIONS } from '@/lib/web/notifications-query'

interface DraftReviewProps {
  draftId: string
  preview: DraftPreview
  outcome: FormOutcome | null
  locale: Locale
  messages: Messages
}

/** What sending the draft would do: to how many it goes, how, when and what they read. Only from here it is sent. */
export function DraftReview({ draftId, preview, outcome, locale, messages }: DraftReviewProps) {
  const texts = messages.notificationPages
  const { review } = texts
  const { words, total, sendAt } = preview
  const goesTo = formatMessage(formatCount(review.goesTo, total, locale), {
    channels: channelsInWords(words.channels, locale, texts),
  })
  return (
    <Card>
      <CardHeader title={total > 0 ? goesTo : review.title} lead={total > 0 ? review.optOut : undefined} />
      <CardBody className="grid gap-5">
        {total > 0 ? null : <Alert tone="warning">{review.noRecipients}</Alert>}
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact term={review.audience}>{audienceInWords(preview.audience, locale, texts)}</Fact>
          <Fact term={review.when}>
            {sendAt ? <LocalTime at={sendAt.toISOString()} locale={locale} /> : review.now}
          </Fact>
        </dl>
        {words.channels.includes('sms') ? (
          <TextSizeShown words={words} locale={locale} messages={messages} />
        ) : null}
        <section aria-label={review.message} className="grid gap-1.5">
          <h3 className="text-[0.8125rem] text-muted">{review.message}</h3>
          <MessageShown {...words} linkLabel={review.link} />
          {words.personal ? (
            <p className="text-[0.8125rem] text-muted">{withPlaceholders(review.personal, locale)}</p>
          ) : null}
        </section>
      </CardBody>
      <CardFooter className="items-start">
        {total > 0 ? (
          <PageForm
            action={composeNotification}
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
        <a className={buttonClasses({ variant: 'outline' })} href={`${NOTIFICATIONS}/new`}>
          {review.edit}
        </a>
      </CardFooter>
    </Card>
  )
}
