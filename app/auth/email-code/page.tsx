import { redirect } from 'next/navigation'
import { requestCode } from '@/app/auth/email-code/actions'
import { EmailField } from '@/components/forms/account-fields'
import { BotCheck } from '@/components/forms/bot-check'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { TextLink } from '@/components/ui/links'
import { settings } from '@/lib/config/settings'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'
import { loginPath } from '@/lib/web/safe-redirect'

const page = definePage('/auth/email-code')

export const generateMetadata = page.metadata

/** Requests a sign-in code by email. The answer is the same for an address without an account. */
export default page.render(async ({ searchParams }) => {
  const next = parameter(await searchParams, 'next')
  if (!settings().emailCode) redirect(loginPath(next))
  const { locale, messages } = await pageLanguage()
  const { emailCode, forms, shell } = messages
  return (
    <AuthCard
      heading={emailCode.heading}
      lead={emailCode.lead}
      homeLabel={shell.home}
      footer={
        <TextLink alone href={loginPath(next)}>
          {emailCode.toLogin}
        </TextLink>
      }
    >
      <PageForm
        onlyField="email"
        action={requestCode}
        locale={locale}
        outcome={await readOutcome()}
      >
        <EmailField label={forms.email} />
        <BotCheck action="email_code" locale={locale} />
        <SubmitButton size="lg" className="mt-1 w-full" pendingText={forms.pending}>
          {emailCode.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
})
