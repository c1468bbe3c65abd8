import { cancelChange, requestChange } from '@/app/dashboard/account/email/actions'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SensitiveForm } from '@/components/forms/reauthentication'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Alert } from '@/components/ui/alert'
import { VerifiedBadge } from '@/components/ui/badge'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { LiveRegion } from '@/components/ui/live-region'
import { TextWithTime } from '@/components/ui/text-with-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { findOwnAccountState, type ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { describeMailDestination } from '@/lib/messaging/mail/local-outbox'
import { ownValue } from '@/lib/platform/own-value'
import { definePage } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/account/email')

export const generateMetadata = page.metadata

/** The user's own email address: the current one, a pending change, and the form to change it. */
export default page.render(async ({ principal, profile }) => {
  const { locale, messages } = await pageLanguage()
  const { email: texts, notices } = messages.ownAccount
  const outcome = await readOutcome()
  const state = await findOwnAccountState(principal)
  const noticeTexts: Record<string, string> = {
    confirmation_sent: texts.sent,
    email_change_canceled: texts.canceled,
    email_changed: notices.email_changed,
  }
  const notice = ownValue(noticeTexts, outcome?.notice)
  return (
    <>
      <PageHeader title={texts.title} lead={state.hasPassword ? texts.lead : texts.leadExternal} />
      <LiveRegion role="status" className="mb-4">
        {notice ? <Alert tone="success">{notice}</Alert> : null}
      </LiveRegion>
      <div className="grid gap-6">
        <Card>
          <CardHeader title={texts.presentTitle} />
          <CardBody className="pt-2">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 font-medium break-all">{profile.email}</span>
              <VerifiedBadge verified={profile.email_verified} texts={messages.account} />
            </p>
          </CardBody>
        </Card>
        {state.emailChange ? (
          <PendingEmailChange change={state.emailChange} locale={locale} messages={messages} />
        ) : null}
        <Card>
          <CardHeader title={texts.changeTitle} lead={texts.changeText} />
          <CardBody>
            <ChangeEmail
              proof={state.proof}
              email={profile.email}
              locale={locale}
              messages={messages}
              outcome={outcome}
            />
          </CardBody>
        </Card>
      </div>
    </>
  )
})

interface PendingEmailChangeProps {
  change: { newEmail: string; expiresAt: Date }
  locale: Locale
  messages: Messages
}

/** The pending change and the button to cancel it. */
function PendingEmailChange({ change, locale, messages }: PendingEmailChangeProps) {
  const texts = messages.ownAccount.email
  return (
    <Card>
      <CardHeader title={texts.waitingTitle} />
      <CardBody className="grid gap-2 pt-2">
        <p className="text-pretty [overflow-wrap:anywhere]">
          <TextWithTime
            text={texts.waitingText}
            name="until"
            values={{ email: change.newEmail }}
            at={change.expiresAt.toISOString()}
            locale={locale}
          />
        </p>
        <p className="text-pretty text-muted">
          {describeMailDestination() === 'terminal'
            ? messages.auth.checkMail.whereLog
            : texts.waitingHint}
        </p>
      </CardBody>
      <CardFooter>
        <PageForm action={cancelChange} locale={locale} intent="cancel">
          <SubmitButton variant="outline" size="sm" pendingText={messages.forms.pending}>
            {texts.cancel}
          </SubmitButton>
        </PageForm>
      </CardFooter>
    </Card>
  )
}

interface ChangeEmailProps {
  proof: ReauthMethod
  email: string
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
}

/** Asks for the new address and for proof of identity. */
function ChangeEmail({ proof, email, locale, messages, outcome }: ChangeEmailProps) {
  const { ownAccount, forms } = messages
  const texts = ownAccount.email
  return (
    <SensitiveForm
      action={requestChange}
      locale={locale}
      intent="change"
      outcome={outcome}
      className="max-w-md"
      proof={proof}
      email={email}
      messages={messages}
      here="/dashboard/account/email"
      signInText={texts.signInText}
      submit={<SubmitButton pendingText={forms.pending}>{texts.submit}</SubmitButton>}
    >
      <Field
        name="new_email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        label={texts.newEmail}
      />
    </SensitiveForm>
  )
}
