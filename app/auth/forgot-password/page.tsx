import { requestPasswordReset } from '@/app/auth/forgot-password/actions'
import { EmailField } from '@/components/forms/account-fields'
import { BotCheck } from '@/components/forms/bot-check'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { TextLink } from '@/components/ui/links'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { parameter, type SearchParams } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/auth/forgot-password')

export const generateMetadata = page.composeTitle(async ({ searchParams }) => {
  return (await textsFor(searchParams)).heading
})

/**
 * Requests a link to choose a new password. The answer is the same for an address without an
 * account. `?for=invitation` comes from an expired invitation, whose account gets its first
 * password.
 */
export default page.render(async ({ searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const { auth, forms, shell } = messages
  const texts = await textsFor(searchParams)
  return (
    <AuthCard
      heading={texts.heading}
      lead={texts.lead}
      homeLabel={shell.home}
      footer={
        <TextLink alone href="/auth/login">
          {auth.forgot.toLogin}
        </TextLink>
      }
    >
      <PageForm
        onlyField="email"
        action={requestPasswordReset}
        locale={locale}
        outcome={await readOutcome()}
      >
        <EmailField label={forms.email} />
        <BotCheck action="forgot_password" locale={locale} />
        <SubmitButton size="lg" className="mt-1 w-full" pendingText={forms.pending}>
          {auth.forgot.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
})

async function textsFor(searchParams: SearchParams): Promise<{ heading: string; lead: string }> {
  const { forgot } = (await pageLanguage()).messages.auth
  return parameter(await searchParams, 'for') === 'invitation' ? forgot.invited : forgot
}
