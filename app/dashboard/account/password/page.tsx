import { savePassword, sendLink } from '@/app/dashboard/account/password/actions'
import { CurrentPasswordField, NewPasswordField } from '@/components/forms/account-fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { listIdentities } from '@/lib/identity/oauth/own-identities'
import { definePage } from '@/lib/web/define-page'
import { type FormOutcome, readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/dashboard/account/password')

export const generateMetadata = page.metadata

/** Changes the password. Accounts without one request a link to set the first. */
export default page.render(async ({ principal, profile }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.account.password
  const listed = await listIdentities(principal)
  const hasPassword = !listed.ok || listed.hasPassword
  const form = { locale, messages, email: profile.email, outcome: await readOutcome() }
  return (
    <>
      <PageHeader title={texts.title} lead={hasPassword ? texts.lead : texts.setLead} />
      <Card>
        <CardHeader title={hasPassword ? texts.cardTitle : texts.setTitle} />
        <CardBody>
          {hasPassword ? <ChangePassword {...form} /> : <SetPassword {...form} />}
        </CardBody>
      </Card>
    </>
  )
})

interface ChangePasswordProps {
  locale: Locale
  messages: Messages
  email: string
  outcome: FormOutcome | null
}

/** Asks for the current password. All other devices are signed out. */
function ChangePassword({ locale, messages, email, outcome }: ChangePasswordProps) {
  const { account, forms } = messages
  const texts = account.password
  return (
    <PageForm
      action={savePassword}
      locale={locale}
      intent="change"
      outcome={outcome}
      notices={{ password_changed: texts.changed }}
      className="max-w-md"
    >
      <CurrentPasswordField
        name="current_password"
        email={email}
        texts={forms}
        aside={
          <TextLink alone href="/auth/forgot-password" className="text-[0.8125rem]">
            {texts.forgot}
          </TextLink>
        }
      />
      <NewPasswordField locale={locale} name="new_password" label={forms.newPassword} />
      <div>
        <SubmitButton pendingText={forms.pending}>{texts.submit}</SubmitButton>
      </div>
    </PageForm>
  )
}

interface SetPasswordProps {
  locale: Locale
  messages: Messages
  email: string
  outcome: FormOutcome | null
}

/**
 * A first password is set through an emailed link: the session alone is not enough proof to create
 * a permanent sign-in method.
 */
function SetPassword({ locale, messages, email, outcome }: SetPasswordProps) {
  const texts = messages.account.password
  return (
    <PageForm
      action={sendLink}
      locale={locale}
      intent="send_link"
      outcome={outcome}
      notices={{ link_sent: texts.setSent }}
      className="max-w-md"
    >
      <p className="text-pretty wrap-anywhere text-muted">
        {formatMessage(texts.setText, { email })}
      </p>
      <div>
        <SubmitButton pendingText={messages.forms.pending}>{texts.setSubmit}</SubmitButton>
      </div>
    </PageForm>
  )
}
