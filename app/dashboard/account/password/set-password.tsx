import { changeOwnPassword } from '@/app/dashboard/account/password/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface SetPasswordProps {
  locale: Locale
  messages: Messages
  email: string
  outcome: FormOutcome | null
}

/** A first password goes by mail: the session alone does not prove enough to make a way in that lasts. */
export function SetPassword({ locale, messages, email, outcome }: SetPasswordProps) {
  const texts = messages.account.password
  return (
    <PageForm
      action={changeOwnPassword}
      locale={locale}
      intent="send_link"
      outcome={outcome}
      notices={{ link_sent: texts.setSent }}
      className="max-w-md"
    >
      <p className="text-pretty text-muted">{formatMessage(texts.setText, { email })}</p>
      <div>
        <SubmitButton pendingText={messages.forms.pending}>{texts.setSubmit}</SubmitButton>
      </div>
    </PageForm>
  )
}
