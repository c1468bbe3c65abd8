import { register } from '@/app/auth/register/actions'
import { ProviderButtons } from '@/components/external/provider-buttons'
import { EmailField, NameField, NewPasswordField } from '@/components/forms/account-fields'
import { BotCheck } from '@/components/forms/bot-check'
import { PageForm } from '@/components/forms/page-form'
import { ProfileInputs } from '@/components/forms/profile-inputs'
import { SubmitButton } from '@/components/forms/submit-button'
import { AuthCard } from '@/components/layout/public-shells'
import { Alert } from '@/components/ui/alert'
import { buttonClasses } from '@/components/ui/button'
import { TextLink } from '@/components/ui/links'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format'
import type { Messages } from '@/lib/i18n/messages'
import { listProfileFields } from '@/lib/profile-fields/profile-fields'
import { requiredFields } from '@/lib/profile-fields/profile-values'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'

const page = definePage('/auth/register')

export const generateMetadata = page.metadata

/**
 * Sign-up, as far as the settings allow it. The answer is the same for an address that already has
 * an account.
 */
export default page.render(async () => {
  const { locale, messages } = await pageLanguage()
  const { mode } = settings().registration
  const { auth, forms, shell } = messages
  const texts = auth.register
  if (mode === 'invited') return <Closed messages={messages} />
  return (
    <AuthCard
      heading={texts.heading}
      lead={mode === 'approval' ? texts.leadApproval : texts.lead}
      homeLabel={shell.home}
      footer={
        <p>
          {texts.loginPrompt} <TextLink href="/auth/login">{texts.loginLink}</TextLink>
        </p>
      }
    >
      {mode === 'domains' ? <Alert className="mb-4">{domainsText(texts)}</Alert> : null}
      <ProviderButtons locale={locale} />
      <PageForm action={register} locale={locale} outcome={await readOutcome()}>
        <NameField texts={forms} />
        <EmailField label={forms.email} />
        <NewPasswordField locale={locale} name="password" label={forms.password} />
        <ProfileInputs
          fields={requiredFields(await listProfileFields())}
          locale={locale}
          texts={messages.profileFields}
        />
        <BotCheck action="register" locale={locale} />
        <SubmitButton size="lg" className="mt-1 w-full" pendingText={forms.pending}>
          {texts.submit}
        </SubmitButton>
      </PageForm>
    </AuthCard>
  )
})

/** Says that accounts are created by invitation only. */
function Closed({ messages: { auth, shell } }: { messages: Messages }) {
  const texts = auth.register
  return (
    <AuthCard heading={texts.closedHeading} lead={texts.closedLead} homeLabel={shell.home}>
      <a
        className={buttonClasses({ variant: 'outline', size: 'lg', className: 'w-full' })}
        href="/auth/login"
      >
        {texts.toLogin}
      </a>
    </AuthCard>
  )
}

/** What addresses may register, unless that is not public. */
function domainsText(texts: Messages['auth']['register']): string {
  const { domains, showDomains } = settings().registration
  if (!showDomains) return texts.domainsHidden
  const endings = domains.map((domain) =>
    domain.startsWith('*.') ? domain.slice(1) : `@${domain}`,
  )
  const message = endings.length === 1 ? texts.domains.one : texts.domains.other
  return formatMessage(message, { domains: endings.join(', ') })
}
