import { changeEmail } from '@/app/dashboard/account/email/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { formatMessage } from '@/lib/i18n/format-message'
import { formatInstant } from '@/lib/i18n/format-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { describeMailDestination } from '@/lib/mail/describe-mail-destination'

interface WaitingChangeProps {
  change: { newEmail: string; expiresAt: Date }
  locale: Locale
  messages: Messages
}

/** The change that waits for its link, and the way to take it back. */
export function WaitingChange({ change, locale, messages }: WaitingChangeProps) {
  const texts = messages.ownAccount.email
  const about = { email: change.newEmail, until: formatInstant(change.expiresAt, locale) }
  return (
    <Card>
      <CardHeader title={texts.waitingTitle} />
      <CardBody className="grid gap-2 pt-2">
        <p className="text-pretty [overflow-wrap:anywhere]">{formatMessage(texts.waitingText, about)}</p>
        <p className="text-pretty text-muted">
          {describeMailDestination() === 'terminal' ? messages.auth.checkMail.whereLog : texts.waitingHint}
        </p>
      </CardBody>
      <CardFooter>
        <PageForm action={changeEmail} locale={locale} intent="cancel">
          <SubmitButton variant="outline" size="sm" pendingText={messages.forms.pending}>
            {texts.cancel}
          </SubmitButton>
        </PageForm>
      </CardFooter>
    </Card>
  )
}
