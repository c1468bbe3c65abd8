import { InvalidLink, MissingToken } from '@/app/auth/mailed-links'
import { createAdministrator } from '@/app/auth/setup/actions'
import { EmailField, NameField, NewPasswordField } from '@/components/forms/account-fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { inspectSetupLink } from '@/lib/identity/registration/first-administrator'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/auth/setup')

export const generateMetadata = page.metadata

/**
 * Creates the first administrator with the token of the link printed at startup. Opening the page
 * checks the link without consuming it.
 */
export default page.render(async ({ searchParams }) => {
  const token = parameter(await searchParams, 'token')
  const { locale, messages } = await pageLanguage()
  const { auth, forms, shell } = messages
  const signIn = { href: '/auth/login', label: auth.login.submit }
  if (!token) return <MissingToken recoveryLink={signIn} />
  const link = await inspectSetupLink({ token, now: now() })
  if (!link.live)
    return link.hasAdministrator ? (
      <InvalidLink lead={auth.setup.done} recoveryLinks={[signIn]} />
    ) : (
      <InvalidLink lead={auth.setup.stale} recoveryLinks={[{ href: '/', label: shell.home }]} />
    )
  return (
    <AuthCard heading={auth.setup.heading} lead={auth.setup.lead} homeLabel={shell.home}>
      <PageForm
        action={createAdministrator}
        locale={locale}
        outcome={await readOutcome()}
        values={link.email === null ? {} : { email: link.email }}
        recoveryActions={{ invalid_or_expired_token: auth.setup.stale }}
      >
        <input type="hidden" name="token" value={token} />
        <NameField texts={forms} />
        <EmailField label={forms.email} />
        <NewPasswordField locale={locale} name="password" label={forms.password} />
        <SubmitButton size="lg" className="mt-1 w-full" pendingText={forms.pending}>
          {auth.setup.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
})
