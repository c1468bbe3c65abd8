import { changePhone } from '@/app/dashboard/account/phone/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { ConfirmPopover } from '@/components/ui/confirm-popover'
import { VerifiedBadge } from '@/components/ui/verified-badge'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface PresentNumberProps {
  phone: string | null
  verified: boolean
  /** Whether its owner replied STOP. */
  optedOut: boolean
  locale: Locale
  messages: Messages
}

/** The number of the account, and the way to remove it after a second step. */
export function PresentNumber({ phone, verified, optedOut, locale, messages }: PresentNumberProps) {
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
            <PageForm action={changePhone} locale={locale} intent="remove">
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
