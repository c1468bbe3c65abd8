import { confirmNumber, removeNumber, requestCode } from '@/app/dashboard/account/phone/actions'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { VerifiedBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { ConfirmPopover } from '@/components/ui/popover'
import { TextWithTime } from '@/components/ui/text-with-time'
import { settings } from '@/lib/config/settings'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { FormOutcome } from '@/lib/web/form-outcome'

interface CurrentNumberProps {
  phone: string | null
  verified: boolean
  /** Whether the recipient replied STOP. */
  optedOut: boolean
  locale: Locale
  messages: Messages
}

/** The number of the account, and the button to remove it after a confirmation. */
export function CurrentNumber({ phone, verified, optedOut, locale, messages }: CurrentNumberProps) {
  const { phone: texts, account, forms } = messages
  return (
    <Card>
      <CardHeader title={texts.presentTitle} />
      <CardBody className="grid gap-3 pt-2">
        {phone ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 font-medium break-all">{phone}</span>
            <VerifiedBadge verified={verified} texts={account} />
          </p>
        ) : (
          <p className="text-muted">{texts.none}</p>
        )}
        {optedOut ? <Alert>{texts.optedOut}</Alert> : null}
      </CardBody>
      {phone ? (
        <CardFooter>
          <Button variant="outline" size="sm" popoverTarget="remove-phone">
            {texts.remove}
          </Button>
          <ConfirmPopover
            id="remove-phone"
            title={formatMessage(texts.removeTitle, { phone })}
            text={texts.removeText}
            cancel={texts.removeCancel}
          >
            <PageForm action={removeNumber} locale={locale} intent="remove">
              <SubmitButton variant="danger" pendingText={forms.pending}>
                {texts.remove}
              </SubmitButton>
            </PageForm>
          </ConfirmPopover>
        </CardFooter>
      ) : null}
    </Card>
  )
}

interface ConfirmCodeProps {
  waiting: { phone: string; expiresAt: Date }
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
}

/** Asks for the code that was sent to a number, and can send another. */
export function ConfirmCode({ waiting, locale, messages, outcome }: ConfirmCodeProps) {
  const { phone: texts, forms } = messages
  const { local, sms } = settings()
  const lead = (
    <TextWithTime
      text={texts.confirmText}
      name="until"
      values={{ phone: waiting.phone }}
      at={waiting.expiresAt.toISOString()}
      locale={locale}
    />
  )
  return (
    <Card>
      <CardHeader title={texts.confirmTitle} lead={lead} />
      <CardBody className="grid gap-4">
        {local && sms.driver === 'log' ? (
          <p className="text-pretty text-muted">{texts.whereLog}</p>
        ) : null}
        <PageForm
          onlyField="code"
          action={confirmNumber}
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
        <PageForm action={requestCode} locale={locale} intent="resend" outcome={outcome}>
          <input type="hidden" name="phone" value={waiting.phone} />
          <SubmitButton variant="outline" size="sm" pendingText={forms.pending}>
            {texts.resend}
          </SubmitButton>
        </PageForm>
      </CardFooter>
    </Card>
  )
}
