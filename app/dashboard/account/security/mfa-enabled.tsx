import { Download, ShieldCheck } from 'lucide-react'
import { hideMfaCodes, renewMfaCodes, turnOffMfa } from '@/app/dashboard/account/security/actions'
import type { MfaCardProps } from '@/app/dashboard/account/security/mfa-setup'
import { CurrentPasswordField } from '@/components/forms/account-fields'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { CopyButton, PrintButton } from '@/components/ui/copy-print-buttons'
import { Disclosure } from '@/components/ui/popover'
import { formatCount, formatDay, formatMessage } from '@/lib/i18n/format'
import { FEW_RECOVERY_CODES } from '@/lib/identity/mfa/mfa-state'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { now } from '@/lib/platform/clock'

interface RenewCardProps extends MfaCardProps {
  codesLeft: number
  /** How the user proves that the account is theirs before codes are replaced. */
  proof: ReauthMethod
}

interface MfaEnabledProps extends RenewCardProps {
  since: Date
}

/**
 * Two-step verification is on: since when, the number of recovery codes left, and the forms to
 * renew them or turn it off.
 */
export function MfaEnabled({ since, codesLeft, proof, ...about }: MfaEnabledProps) {
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
          <p className="text-muted">
            {formatMessage(on.since, { date: formatDay(since, locale) })}
          </p>
        </CardBody>
      </Card>
      <RenewCard {...about} codesLeft={codesLeft} proof={proof} />
      <DisableCard {...about} />
    </div>
  )
}

function RenewCard({ locale, messages, outcome, email, codesLeft, proof }: RenewCardProps) {
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
            onlyField={proof === 'password' ? undefined : 'code'}
            action={renewMfaCodes}
            locale={locale}
            outcome={outcome}
            intent="renew"
            className="max-w-md"
            problemTexts={{ account_locked: step.locked }}
          >
            <p className="text-muted">{on.renewText}</p>
            {proof === 'password' ? (
              <CurrentPasswordField name="password" email={email} texts={messages.forms} />
            ) : null}
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

function DisableCard({ locale, messages, outcome, email, hasPassword }: MfaCardProps) {
  const { on, step } = messages.twoStep
  return (
    <Card>
      <CardHeader
        title={on.disableTitle}
        lead={hasPassword ? on.disableText : on.disableTextPlain}
      />
      <CardBody>
        <Disclosure label={on.disable} variant="dangerOutline" open={outcome?.form === 'disable'}>
          <PageForm
            action={turnOffMfa}
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

/** Accepts both kinds of code, so it doesn't ask for a numeric keyboard. */
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

interface RecoveryCodesProps extends MfaCardProps {
  codes: readonly string[]
  why: 'enabled' | 'renewed'
}

/** New recovery codes with ways to save them, shown until the user confirms that they are saved. */
export function RecoveryCodes({ locale, messages, email, codes, why }: RecoveryCodesProps) {
  const texts = messages.twoStep.codes
  const title = formatMessage(texts.fileTitle, { email })
  const made = formatMessage(texts.fileDate, { date: formatDay(now(), locale) })
  const file = [title, made, '', ...codes, ''].join('\r\n')
  return (
    <Card className="print:border-0 print:shadow-none">
      <div className="print:hidden">
        <CardHeader title={texts.title} lead={texts.lead} />
      </div>
      <CardBody className="grid gap-4">
        <Alert tone="success" role="status" className="print:hidden">
          {texts[why]}
        </Alert>
        <div className="hidden print:block">
          <p className="font-semibold">{title}</p>
          <p>{made}</p>
        </div>
        <ol
          aria-label={texts.listLabel}
          className="grid gap-x-8 gap-y-1.5 rounded-lg border border-line bg-subtle px-4 py-4 font-mono text-[0.8125rem] sm:grid-cols-2 print:border-0 print:bg-transparent print:px-0"
        >
          {codes.map((code) => (
            <li key={code} className="break-words">
              {code}
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2 print:hidden">
          <CopyButton
            text={codes.join('\n')}
            label={texts.copy}
            copied={messages.twoStep.copied}
            failed={messages.forms.copyFailed}
          />
          <a
            className={buttonClasses({ variant: 'outline', size: 'sm' })}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download="recovery-codes.txt"
          >
            <Download aria-hidden />
            {texts.download}
          </a>
          <PrintButton label={texts.print} />
        </div>
        <p className="max-w-prose text-muted print:hidden">{texts.keep}</p>
      </CardBody>
      <CardFooter className="print:hidden">
        <PageForm action={hideMfaCodes} locale={locale} intent="codes_saved">
          <SubmitButton pendingText={messages.forms.pending}>{texts.saved}</SubmitButton>
        </PageForm>
      </CardFooter>
    </Card>
  )
}
