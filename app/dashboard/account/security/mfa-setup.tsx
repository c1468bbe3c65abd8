import type { ReactNode } from 'react'
import { cancelMfaSetup, startMfaSetup, turnOnMfa } from '@/app/dashboard/account/security/actions'
import { CurrentPasswordField } from '@/components/forms/account-fields'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-print-buttons'
import { TextLink } from '@/components/ui/links'
import { Disclosure } from '@/components/ui/popover'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { MfaState } from '@/lib/identity/mfa/mfa-state'
import type { FormOutcome } from '@/lib/web/form-outcome'

/** Props shared by every view of the security page. */
export interface MfaCardProps {
  locale: Locale
  messages: Messages
  outcome: FormOutcome | null
  email: string
  hasPassword: boolean
}

/** Two-step verification is off: what it does, and the password form that starts the setup. */
export function MfaDisabled({ locale, messages, outcome, email, hasPassword }: MfaCardProps) {
  const { page, off } = messages.twoStep
  return (
    <Card>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 pt-5 sm:px-6">
        <h2 className="text-base font-semibold tracking-tight">{page.cardTitle}</h2>
        <Badge>{page.off}</Badge>
      </header>
      <CardBody className="grid gap-4 pt-2">
        <div className="grid max-w-prose gap-2 text-muted">
          <p>{off.text}</p>
          <p>{off.need}</p>
        </div>
        <PageForm
          onlyField="password"
          action={startMfaSetup}
          locale={locale}
          outcome={outcome}
          intent="setup"
          className="max-w-md"
          recoveryActions={{
            reauthentication_required: (
              <TextLink alone href="/auth/logout">
                {off.signInAgain}
              </TextLink>
            ),
          }}
        >
          {hasPassword ? (
            <CurrentPasswordField name="password" email={email} texts={messages.forms} />
          ) : null}
          <div>
            <SubmitButton pendingText={messages.forms.pending}>{off.submit}</SubmitButton>
          </div>
        </PageForm>
      </CardBody>
    </Card>
  )
}

interface MfaEnrollmentProps extends MfaCardProps {
  pending: NonNullable<MfaState['pending']>
}

/**
 * Connects the authenticator app: the secret as a QR code and as text, and the form for the first
 * code, which turns two-step verification on.
 */
export function MfaEnrollment({ locale, messages, outcome, pending }: MfaEnrollmentProps) {
  const { forms, twoStep } = messages
  const texts = twoStep.setup
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.lead} />
      <CardBody>
        <ol className="grid gap-7">
          <Step number={1} title={texts.scanTitle} text={texts.scanText}>
            <div className="grid justify-items-start gap-2">
              <QrCode svg={pending.qrSvg} label={texts.qrLabel} />
              <a
                href={pending.otpauthUrl}
                className="inline-block min-h-6 rounded-xs py-0.5 font-medium text-accent underline decoration-line-strong underline-offset-3 hover:decoration-current"
              >
                {texts.openApp}
              </a>
            </div>
            <div className="mt-4">
              <Disclosure label={texts.keyTitle}>
                <p className="mb-3 text-muted">{texts.keyText}</p>
                <div className="flex flex-wrap items-center gap-3">
                  <code className="rounded-md border border-line bg-subtle px-3 py-1.5 font-mono text-[0.8125rem] tracking-wide break-words">
                    {pending.secret.match(/.{1,4}/g)?.join(' ')}
                  </code>
                  <CopyButton
                    text={pending.secret}
                    label={texts.copyKey}
                    copied={twoStep.copied}
                    failed={forms.copyFailed}
                  />
                </div>
              </Disclosure>
            </div>
          </Step>
          <Step number={2} title={texts.codeTitle}>
            <PageForm
              onlyField="code"
              action={turnOnMfa}
              locale={locale}
              outcome={outcome}
              intent="enable"
              className="max-w-64"
              recoveryActions={{
                mfa_enrolment_missing: (
                  <TextLink alone href="/dashboard/account/security">
                    {texts.again}
                  </TextLink>
                ),
              }}
            >
              <Field
                name="code"
                autoComplete="one-time-code"
                inputMode="numeric"
                required
                className="font-mono tracking-[0.2em]"
                label={texts.code}
                hint={texts.codeHint}
              />
              <div>
                <SubmitButton pendingText={forms.pending}>{texts.submit}</SubmitButton>
              </div>
            </PageForm>
          </Step>
        </ol>
      </CardBody>
      <CardFooter>
        <PageForm action={cancelMfaSetup} locale={locale} intent="setup_canceled">
          <SubmitButton variant="outline" size="sm" pendingText={forms.pending}>
            {texts.cancel}
          </SubmitButton>
        </PageForm>
      </CardFooter>
    </Card>
  )
}

interface StepProps {
  number: number
  title: string
  text?: string
  children: ReactNode
}

function Step({ number, title, text, children }: StepProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden
        className="grid size-6 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
      >
        {number}
      </span>
      <div className="min-w-0">
        <h3 className="leading-6 font-medium">{title}</h3>
        {text ? <p className="text-muted">{text}</p> : null}
        <div className="mt-3">{children}</div>
      </div>
    </li>
  )
}

/** White behind and around the code in every theme: scanners expect dark on light. */
function QrCode({ svg, label }: { svg: string; label: string }) {
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- a picture that is in the page needs no optimizing
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={label}
      width={192}
      height={192}
      className="rounded-lg border border-line bg-[#fff]"
    />
  )
}
