import { changeEmail } from '@/app/dashboard/account/email/actions'
import { CurrentPasswordField } from '@/components/forms/current-password-field'
import { Field } from '@/components/forms/field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { buttonClasses } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import type { Proof } from '@/lib/auth/find-own-account-state'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { loginPath } from '@/lib/web/safe-redirect'

interface ChangeEmailProps {
  proof: Proof
  /** The address of the account. */
  email: string
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
}

const HERE = '/dashboard/account/email'

/** Asks for the new address and for what shows that the account is theirs. */
export function ChangeEmail({ proof, email, locale, messages, outcome }: ChangeEmailProps) {
  const { ownAccount, forms } = messages
  const texts = ownAccount.email
  if (proof === 'sign-in')
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-pretty">{texts.signInText}</p>
        <a className={buttonClasses({ variant: 'outline' })} href={loginPath(HERE)}>
          {ownAccount.signInAgain}
        </a>
      </div>
    )
  return (
    <PageForm
      action={changeEmail}
      locale={locale}
      intent="change"
      outcome={outcome}
      className="max-w-md"
      // The ten minutes ran out while the page was open.
      ways={{
        reauthentication_required: (
          <TextLink alone href={loginPath(HERE)}>
            {ownAccount.signInAgain}
          </TextLink>
        ),
      }}
    >
      <Field
        name="new_email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        label={texts.newEmail}
      />
      {proof === 'password' ? <CurrentPasswordField name="password" email={email} texts={forms} /> : null}
      <div>
        <SubmitButton pendingText={forms.pending}>{texts.submit}</SubmitButton>
      </div>
    </PageForm>
  )
}
