import { changePhone } from '@/app/dashboard/account/phone/actions'
import { Field } from '@/components/forms/field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format-message'
import { formatInstant } from '@/lib/i18n/format-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface ConfirmCodeProps {
  waiting: { phone: string; expiresAt: Date }
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
}

/** Asks for the code that was sent to a number, and sends another one. */
export function ConfirmCode({ waiting, locale, messages, outcome }: ConfirmCodeProps) {
  const { phone: texts, forms } = messages
  const { local, sms } = settings()
  const about = { phone: waiting.phone, until: formatInstant(waiting.expiresAt, locale) }
  return (
    <Card>
      <CardHeader title={texts.confirmTitle} lead={formatMessage(texts.confirmText, about)} />
      <CardBody className="grid gap-4">
        {local && sms.driver === 'log' ? <p className="text-pretty text-muted">{texts.whereLog}</p> : null}
        <PageForm
          onlyField="code"
          action={changePhone}
          locale={locale}
          intent="confirm"
          outcome={outcome}
          className="max-w-md"
        >
          <Field
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={16}
            required
            label={texts.code}
          />
          <div>
            <SubmitButton pendingText={forms.pending}>{texts.confirm}</SubmitButton>
          </div>
        </PageForm>
      </CardBody>
      <CardFooter>
        <PageForm action={changePhone} locale={locale} intent="resend" outcome={outcome}>
          <input type="hidden" name="phone" value={waiting.phone} />
          <SubmitButton variant="outline" size="sm" pendingText={forms.pending}>
            {texts.resend}
          </SubmitButton>
        </PageForm>
      </CardFooter>
    </Card>
  )
}
