import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Flash } from '@/lib/web/flash'

interface SetPasswordProps {
  locale: Locale
  messages: Messages
  email: string
  flash: Flash | null
}

/** A first password goes by mail: the session alone does not prove enough to make a way in that lasts. */
export function SetPassword({ locale, messages, email, flash }: SetPasswordProps) {
  const texts = messages.account.password
  return (
    <PageForm
      locale={locale}
      intent="send_link"
      flash={flash}
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
