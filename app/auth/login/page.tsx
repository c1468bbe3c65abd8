import { Mail } from 'lucide-react'
import { redirect } from 'next/navigation'
import { passkeySignIn, signIn } from '@/app/auth/login/actions'
import { ProviderButtons } from '@/components/external/provider-buttons'
import { EmailField } from '@/components/forms/account-fields'
import { BotCheck } from '@/components/forms/bot-check'
import { PasswordField } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { PasskeyForm } from '@/components/passkeys/passkey-form'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { TextLink } from '@/components/ui/links'
import { settings } from '@/lib/config/settings'
import { ownValue } from '@/lib/platform/own-value'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { parameter } from '@/lib/web/page-address'
import { findSignedIn, mayReturn } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'
import { nextPathOrHome, withNext } from '@/lib/web/safe-redirect'

const page = definePage('/auth/login')

export const generateMetadata = page.metadata

/**
 * Sign-in with email address and password. `?next` is the page to open afterwards, `?error` the
 * reason why the user was sent here.
 */
export default page.render(async ({ searchParams }) => {
  const query = await searchParams
  const { locale, messages } = await pageLanguage()
  const { auth, ownAccount, forms, shell, problems } = messages
  const outcome = await readOutcome()
  // The user was sent here by a tab whose cookies were slightly too old: in the meantime, another
  // tab changed the password or signed in again; or an impersonation ended.
  if (outcome?.notice === 'session_ended' && ((await findSignedIn()) || (await mayReturn())))
    redirect(nextPathOrHome(parameter(query, 'next')))
  const reason = ownValue(problems, parameter(query, 'error'))?.text
  return (
    <AuthCard
      heading={auth.login.heading}
      lead={auth.login.lead}
      homeLabel={shell.home}
      footer={
        settings().registration.mode === 'invited' ? undefined : (
          <p>
            {auth.login.registerPrompt}{' '}
            <TextLink href="/auth/register">{auth.login.registerLink}</TextLink>
          </p>
        )
      }
    >
      {reason && !outcome ? (
        <Alert tone="danger" role="alert" className="mb-4">
          {reason}
        </Alert>
      ) : null}
      <ProviderButtons locale={locale} next={parameter(query, 'next')} />
      <PageForm
        action={signIn}
        locale={locale}
        outcome={outcome}
        notices={{ ...auth.notices, ...ownAccount.notices }}
        recoveryActions={{
          account_locked: (
            <TextLink alone href="/auth/forgot-password">
              {auth.login.lockedAction}
            </TextLink>
          ),
          email_not_verified: (
            <TextLink alone href="/auth/resend-verification">
              {auth.login.unverifiedAction}
            </TextLink>
          ),
        }}
      >
        <EmailField label={forms.email} passkeys={settings().passkeys !== null} />
        <PasswordField
          name="password"
          autoComplete="current-password"
          label={forms.password}
          texts={{ showPassword: forms.showPassword, hidePassword: forms.hidePassword }}
          aside={
            <TextLink alone href="/auth/forgot-password" className="text-[0.8125rem]">
              {auth.login.forgot}
            </TextLink>
          }
        />
        <BotCheck action="login" locale={locale} />
        <SubmitButton size="lg" className="mt-1 w-full" pendingText={forms.pending}>
          {auth.login.submit}
        </SubmitButton>
      </PageForm>
      {settings().passkeys ? (
        <PasskeyForm
          use="sign_in"
          autofill
          action={passkeySignIn}
          locale={locale}
          label={messages.passkeys.signIn}
        />
      ) : null}
      {settings().emailCode ? (
        <a
          className={buttonClasses({ variant: 'outline', size: 'lg', className: 'mt-4 w-full' })}
          href={withNext('/auth/email-code', parameter(query, 'next'))}
        >
          <Mail aria-hidden />
          {messages.emailCode.offer}
        </a>
      ) : null}
    </AuthCard>
  )
})
