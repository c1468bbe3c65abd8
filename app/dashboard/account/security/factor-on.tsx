import { ShieldCheck } from 'lucide-react'
import { changeSecondFactor } from '@/app/dashboard/account/security/actions'
import type { ViewProps } from '@/app/dashboard/account/security/view-props'
import { CurrentPasswordField } from '@/components/forms/current-password-field'
import { Field } from '@/components/forms/field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { Disclosure } from '@/components/ui/disclosure'
import { FEW_RECOVERY_CODES } from '@/lib/web/few-recovery-codes'
import { formatCount, formatMessage } from '@/lib/i18n/format-message'
import { formatDay } from '@/lib/i18n/format-time'

interface FactorOnProps extends ViewProps {
  since: Date
  codesLeft: number
}

/** Two-step sign-in is on: since when, how many recovery codes are left, new ones, and turning it off. */
export function FactorOn({ since, codesLeft, ...about }: FactorOnProps) {
  const { locale, messages } = about
  const { page, on } = messages.twoStep
  return (
    <div className="grid gap-6">
      <Card>
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 pt-5 sm:px-6">
          <h2 className="text-base font-semibold tracking-tight">{page.cardTitle}</h2>
          <Badge tone="success">
            <ShieldCheck aria-hidden />
            {page.on}
          </Badge>
        </header>
        <CardBody className="grid gap-1 pt-2">
          <p className="text-muted">{on.text}</p>
          <p className="text-muted">{formatMessage(on.since, { date: formatDay(since, locale) })}</p>
        </CardBody>
      </Card>
      <RenewCard {...about} codesLeft={codesLeft} />
      <DisableCard {...about} />
    </div>
  )
}

function RenewCard({ locale, messages, outcome, codesLeft }: ViewProps & { codesLeft: number }) {
  const { on, step } = messages.twoStep
  return (
    <Card>
      <CardHeader title={on.codesTitle} lead={on.codesText} />
      <CardBody className="grid gap-4">
        {codesLeft <= FEW_RECOVERY_CODES ? (
          <Alert tone={codesLeft === 0 ? 'danger' : 'warning'}>
            <p className="font-medium">{formatCount(on.codesLeft, codesLeft, locale)}</p>
            <p>{codesLeft === 0 ? on.codesNone : on.codesFew}</p>
          </Alert>
        ) : (
          <p className="font-medium">{formatCount(on.codesLeft, codesLeft, locale)}</p>
        )}
        <Disclosure label={on.renew} open={outcome?.form === 'renew'}>
          <PageForm
            onlyField="code"
            action={changeSecondFactor}
            locale={locale}
            outcome={outcome}
            intent="renew"
            className="max-w-md"
            problemTexts={{ account_locked: step.locked }}
          >
            <p className="text-muted">{on.renewText}</p>
            <CodeField label={on.code} />
            <div>
              <SubmitButton pendingText={messages.forms.pending}>{on.renewSubmit}</SubmitButton>
            </div>
          </PageForm>
        </Disclosure>
      </CardBody>
    </Card>
  )
}

function DisableCard({ locale, messages, outcome, email, hasPassword }: ViewProps) {
  const { on, step } = messages.twoStep
  return (
    <Card>
      <CardHeader title={on.disableTitle} lead={hasPassword ? on.disableText : on.disableTextPlain} />
      <CardBody>
        <Disclosure label={on.disable} variant="dangerOutline" open={outcome?.form === 'disable'}>
          <PageForm
            action={changeSecondFactor}
            locale={locale}
            outcome={outcome}
            intent="disable"
            className="max-w-md"
            problemTexts={{ account_locked: step.locked }}
          >
            <p className="text-muted">{on.disableConfirm}</p>
            {hasPassword ? (
              <CurrentPasswordField name="password" email={email} texts={messages.forms} />
            ) : null}
            <CodeField label={on.code} />
            <div>
              <SubmitButton variant="danger" pendingText={messages.forms.pending}>
                {on.disableSubmit}
              </SubmitButton>
            </div>
          </PageForm>
        </Disclosure>
      </CardBody>
    </Card>
  )
}

/** Takes both kinds of code, so no keyboard of digits only. */
function CodeField({ label }: { label: string }) {
  return (
    <Field
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      className="font-mono"
      label={label}
    />
  )
}
