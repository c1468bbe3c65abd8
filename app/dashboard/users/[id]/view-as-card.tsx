import { viewAsUser } from '@/app/dashboard/users/[id]/actions'
import type { UserCardProps } from '@/app/dashboard/users/[id]/user-heading'
import { CurrentPasswordField } from '@/components/forms/account-fields'
import { Field } from '@/components/forms/fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { Disclosure } from '@/components/ui/popover'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { loginPath } from '@/lib/web/safe-redirect'

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
          {proof === 'sign-in' ? (
            <p className="mt-4">
              {texts.signInFirst}{' '}
              <TextLink alone href={loginPath(`/dashboard/users/${user.id}`)}>
                {messages.ownAccount.signInAgain}
              </TextLink>
            </p>
          ) : (
            <PageForm
              action={viewAsUser}
              locale={locale}
              outcome={outcome}
              intent="view_as"
              className="mt-4 max-w-md"
            >
              <Field
                name="reason"
                label={texts.reason}
                hint={texts.reasonHint}
                maxLength={200}
                autoComplete="off"
                required
              />
              {proof === 'password' ? (
                <CurrentPasswordField name="password" email={viewerEmail} texts={messages.forms} />
              ) : null}
              <div>
                <SubmitButton pendingText={messages.forms.pending}>{texts.submit}</SubmitButton>
              </div>
            </PageForm>
          )}
        </Disclosure>
      </CardBody>
    </Card>
  )
}
