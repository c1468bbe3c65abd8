import { resendVerificationLink } from '@/app/auth/resend-verification/actions'
import { EmailField } from '@/components/forms/account-fields'
import { BotCheck } from '@/components/forms/bot-check'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { TextLink } from '@/components/ui/links'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/auth/resend-verification')

export const generateMetadata = page.metadata

/**
 * Requests another confirmation email. The answer is the same for an address that is not waiting
 * for one.
 */
export default page.render(async () => {
  const { locale, messages } = await pageLanguage()
  const { auth, forms, shell } = messages
  return (
    <AuthCard
      heading={auth.resend.heading}
      lead={auth.resend.lead}
      homeLabel={shell.home}
      footer={
        <TextLink alone href="/auth/login">
          {auth.resend.toLogin}
        </TextLink>
      }
    >
      <PageForm
        onlyField="email"
        action={resendVerificationLink}
        locale={locale}
        outcome={await readOutcome()}
      >
        <EmailField label={forms.email} />
        <BotCheck action="resend_verification" locale={locale} />
        <SubmitButton size="lg" className="mt-1 w-full" pendingText={forms.pending}>
          {auth.resend.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
})
