import { InvalidLink, MissingToken } from '@/app/auth/mailed-links'
import { resetPassword } from '@/app/auth/reset-password/actions'
import { NewPasswordField } from '@/components/forms/account-fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { TextLink } from '@/components/ui/links'
import { inspectMailedLink } from '@/lib/identity/registration/email-links'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/auth/reset-password')

export const generateMetadata = page.metadata

/**
 * Sets a new password with the token of an emailed link. Opening the page checks the link without
 * consuming it.
 */
export default page.render(async ({ searchParams }) => {
  const token = parameter(await searchParams, 'token')
  const { locale, messages } = await pageLanguage()
  const { auth, forms, shell } = messages
  const again = { href: '/auth/forgot-password', label: auth.reset.askAgain }
  if (!token) return <MissingToken recoveryLink={again} />
  const link = await inspectMailedLink('reset_password', { token, now: now() })
  if (!link)
    return (
      <InvalidLink
        lead={auth.reset.dead}
        recoveryLinks={[again, { href: '/auth/login', label: auth.login.submit }]}
      />
    )
  return (
    <AuthCard heading={auth.reset.heading} lead={auth.reset.lead} homeLabel={shell.home}>
      <PageForm
        onlyField="password"
        action={resetPassword}
        locale={locale}
        notices={auth.notMe.notices}
        outcome={await readOutcome()}
        recoveryActions={{
          invalid_or_expired_token: (
            <TextLink alone href={again.href}>
              {again.label}
            </TextLink>
          ),
        }}
      >
        <input type="hidden" name="token" value={token} />
        <input
          type="text"
          name="username"
          autoComplete="username"
          defaultValue={link.email}
          readOnly
          hidden
        />
        <NewPasswordField locale={locale} name="password" label={forms.newPassword} />
        <SubmitButton size="lg" className="mt-1 w-full" pendingText={forms.pending}>
          {auth.reset.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
})
