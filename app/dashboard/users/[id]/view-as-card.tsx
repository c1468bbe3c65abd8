import { viewAsUser } from '@/app/dashboard/users/[id]/actions'
import type { UserCardProps } from '@/app/dashboard/users/[id]/user-heading'
import { Field } from '@/components/forms/fields'
import { SensitiveForm } from '@/components/forms/reauthentication'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { Disclosure } from '@/components/ui/popover'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'

interface ViewAsCardProps extends UserCardProps {
  outcome: FormOutcome | null
  /** How the viewer confirms their identity. */
  proof: ReauthMethod
  /** The viewer's own address, for password managers. */
  viewerEmail: string
}

/** The form that starts viewing the service as the user. */
export function ViewAsCard({ outcome, proof, viewerEmail, ...view }: ViewAsCardProps) {
  const { locale, messages, user } = view
  const texts = messages.impersonation.card
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.lead} />
      <CardBody>
        <Disclosure label={texts.open} open={outcome?.form === 'view_as'}>
          <p className="max-w-prose text-muted">{texts.text}</p>
          <div className="mt-4 max-w-md">
            <SensitiveForm
              action={viewAsUser}
              locale={locale}
              outcome={outcome}
              intent="view_as"
              proof={proof}
              email={viewerEmail}
              messages={messages}
              here={pagePath('/dashboard/users/[id]', user.id)}
              signInText={texts.signInFirst}
              submit={
                <SubmitButton pendingText={messages.forms.pending}>{texts.submit}</SubmitButton>
              }
            >
              <Field
                name="reason"
                label={texts.reason}
                hint={texts.reasonHint}
                maxLength={200}
                autoComplete="off"
                required
              />
            </SensitiveForm>
          </div>
        </Disclosure>
      </CardBody>
    </Card>
  )
}
