import { headers } from 'next/headers'
import { InvalidLink, MissingToken } from '@/app/auth/mailed-links'
import { verifyEmail } from '@/app/auth/verify-email/actions'
import { NewPasswordField } from '@/components/forms/account-fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { TextLink } from '@/components/ui/links'
import { formatMessage } from '@/lib/i18n/format'
import { inspectVerification } from '@/lib/identity/registration/verify-email'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'
import { registrationCookie } from '@/lib/web/sign-in-cookies'

const page = definePage('/auth/verify-email')

export const generateMetadata = page.metadata

/**
 * Confirms an email address. Mail scanners open links, so only the button consumes the token. The
 * page asks for a password in any browser other than the one that registered, and when the address
 * was registered more than once.
 */
export default page.render(async ({ searchParams }) => {
  const token = parameter(await searchParams, 'token')
  const { locale, messages } = await pageLanguage()
  const { auth, forms, shell } = messages
  const texts = auth.verify
  const again = { href: '/auth/resend-verification', label: texts.askAgain }
  if (!token) return <MissingToken recoveryLink={again} />
  const browser = registrationCookie.read((await headers()).get('cookie'))
  const link = await inspectVerification({ token, now: now() }, { browser })
  if (!link)
    return (
      <InvalidLink
        lead={texts.dead}
        recoveryLinks={[{ href: '/auth/login', label: auth.login.submit }, again]}
      />
    )
  const { email, asksPassword } = link
  const here = `/auth/verify-email?${new URLSearchParams({ token }).toString()}`
  const linkTo = (href: string, label: string) => (
    <TextLink alone href={href}>
      {label}
    </TextLink>
  )
  return (
    <AuthCard
      heading={texts.heading}
      lead={formatMessage(asksPassword ? texts.leadPassword : texts.lead, { email })}
      homeLabel={shell.home}
    >
      <PageForm
        onlyField="password"
        action={verifyEmail}
        locale={locale}
        outcome={await readOutcome()}
        recoveryActions={{
          invalid_or_expired_token: linkTo(again.href, again.label),
          // Someone else registered the same address while this page was open.
          ...(!asksPassword && { password_required: linkTo(here, texts.enterPassword) }),
        }}
      >
        <input type="hidden" name="token" value={token} />
        {asksPassword ? (
          <>
            <input
              type="text"
              name="username"
              autoComplete="username"
              defaultValue={email}
              readOnly
              hidden
            />
            <NewPasswordField locale={locale} name="password" label={forms.password} />
          </>
        ) : null}
        <SubmitButton size="lg" className="w-full" pendingText={forms.pending}>
          {texts.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
})
