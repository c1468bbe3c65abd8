import { changeSecondFactor } from '@/app/dashboard/account/security/actions'
import type { ViewProps } from '@/app/dashboard/account/security/view-props'
import { CurrentPasswordField } from '@/components/forms/current-password-field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'

/** Two-step sign-in is off: what it would do, and the password that begins setting it up. */
export function FactorOff({ locale, messages, outcome, email, hasPassword }: ViewProps) {
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
          action={changeSecondFactor}
          locale={locale}
          outcome={outcome}
          intent="setup"
          className="max-w-md"
          ways={{
            reauthentication_required: (
              <TextLink alone href="/auth/logout">
                {off.signInAgain}
              </TextLink>
            ),
          }}
        >
          {hasPassword ? <CurrentPasswordField name="password" email={email} texts={messages.forms} /> : null}
          <div>
            <SubmitButton pendingText={messages.forms.pending}>{off.submit}</SubmitButton>
          </div>
        </PageForm>
      </CardBody>
    </Card>
  )
}
