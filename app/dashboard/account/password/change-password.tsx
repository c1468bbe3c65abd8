import { changeOwnPassword } from '@/app/dashboard/account/password/actions'
import { CurrentPasswordField } from '@/components/forms/current-password-field'
import { NewPasswordField } from '@/components/forms/new-password-field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { TextLink } from '@/components/ui/text-link'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface ChangePasswordProps {
  locale: Locale
  messages: Messages
  email: string
  outcome: FormOutcome | null
}

/** The current password is asked for, all other devices are signed out. */
export function ChangePassword({ locale, messages, email, outcome }: ChangePasswordProps) {
  const { account, forms } = messages
  const texts = account.password
  return (
    <PageForm
      action={changeOwnPassword}
      locale={locale}
      intent="change"
      outcome={outcome}
      notices={{ password_changed: texts.changed }}
      className="max-w-md"
    >
      <CurrentPasswordField
        name="current_password"
        email={email}
        texts={forms}
        aside={
          <TextLink alone href="/auth/forgot-password" className="text-[0.8125rem]">
            {texts.forgot}
          </TextLink>
        }
      />
      <NewPasswordField locale={locale} name="new_password" label={forms.newPassword} />
      <div>
        <SubmitButton pendingText={forms.pending}>{texts.submit}</SubmitButton>
      </div>
    </PageForm>
  )
}
