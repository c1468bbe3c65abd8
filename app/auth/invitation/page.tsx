import { acceptInvitation } from '@/app/auth/invitation/actions'
import { InvalidLink, MissingToken } from '@/app/auth/mailed-links'
import { NameField, NewPasswordField } from '@/components/forms/account-fields'
import { PageForm } from '@/components/forms/page-form'
import { ProfileInputs } from '@/components/forms/profile-inputs'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { TextLink } from '@/components/ui/links'
import { formatMessage } from '@/lib/i18n/format'
import { listAskedFields } from '@/lib/identity/registration/accept-invitation'
import { inspectMailedLink } from '@/lib/identity/registration/email-links'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/auth/invitation')

export const generateMetadata = page.metadata

/**
 * Accepts an invitation with the token from its email. Opening the page checks the link without
 * consuming it.
 */
export default page.render(async ({ searchParams }) => {
  const token = parameter(await searchParams, 'token')
  const { locale, messages } = await pageLanguage()
  const { auth, forms, shell } = messages
  const again = { href: '/auth/forgot-password?for=invitation', label: auth.invitation.askAgain }
  if (!token) return <MissingToken recoveryLink={again} />
  const link = await inspectMailedLink('invitation', { token, now: now() })
  if (!link)
    return (
      <InvalidLink
        lead={auth.invitation.dead}
        recoveryLinks={[{ href: '/auth/login', label: auth.login.submit }, again]}
      />
    )
  const { email, name } = link
  return (
    <AuthCard
      heading={auth.invitation.heading}
      lead={formatMessage(auth.invitation.lead, { email })}
      homeLabel={shell.home}
    >
      <PageForm
        action={acceptInvitation}
        locale={locale}
        outcome={await readOutcome()}
        values={name === null ? {} : { name }}
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
          defaultValue={email}
          readOnly
          hidden
        />
        <NameField texts={forms} />
        <NewPasswordField locale={locale} name="password" label={forms.password} />
        <ProfileInputs
          fields={await listAskedFields({ token, now: now() })}
          locale={locale}
          texts={messages.profileFields}
        />
        <SubmitButton size="lg" className="mt-1 w-full" pendingText={forms.pending}>
          {auth.invitation.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
})
