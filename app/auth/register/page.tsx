import { register } from '@/app/auth/register/actions'
import { ProviderButtons } from '@/components/external/provider-buttons'
import { EmailField, NameField, NewPasswordField } from '@/components/forms/account-fields'
import { BotCheck } from '@/components/forms/bot-check'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { TextLink } from '@/components/ui/links'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageMetadata } from '@/lib/web/page-metadata'
import { pageLanguage } from '@/lib/web/preferences'

export const generateMetadata = pageMetadata('/auth/register')

/** Sign-up. The answer is the same for an address that already has an account. */
export default async function Page() {
  const { locale, messages } = await pageLanguage()
  const { auth, forms, shell } = messages
  return (
    <AuthCard
      heading={auth.register.heading}
      lead={auth.register.lead}
      homeLabel={shell.home}
      footer={
        <p>
          {auth.register.loginPrompt}{' '}
          <TextLink href="/auth/login">{auth.register.loginLink}</TextLink>
        </p>
      }
    >
      <ProviderButtons locale={locale} />
      <PageForm action={register} locale={locale} outcome={await readOutcome()}>
        <NameField label={forms.name} optional={forms.optional} />
        <EmailField label={forms.email} />
        <NewPasswordField locale={locale} name="password" label={forms.password} />
        <BotCheck action="register" locale={locale} />
        <SubmitButton size="lg" className="mt-1 w-full" pendingText={forms.pending}>
          {auth.register.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
}
