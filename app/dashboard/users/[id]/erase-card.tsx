import { eraseAccount } from '@/app/dashboard/users/[id]/actions'
import type { UserCardProps } from '@/app/dashboard/users/[id]/user-heading'
import { SensitiveForm } from '@/components/forms/reauthentication'
import { SubmitButton } from '@/components/forms/submit-button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { Disclosure } from '@/components/ui/popover'
import { formatMediumDay, formatMessage } from '@/lib/i18n/format'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'

interface EraseCardProps extends UserCardProps {
  outcome: FormOutcome | null
  /** How the viewer confirms their identity. */
  proof: ReauthMethod
  /** The viewer's own address, for password managers. */
  viewerEmail: string
  /** When the account is erased by itself; null if only on request. */
  erasedOn: Date | null
  /** Whether keys remain that the user created for service accounts and may still know. */
  leavesKeys: boolean
}

/** A deleted account: when it will be erased, and a form that erases it now. */
export function EraseCard({
  outcome,
  proof,
  viewerEmail,
  erasedOn,
  leavesKeys,
  ...view
}: EraseCardProps) {
  const { locale, messages, user, person } = view
  const texts = messages.userDetail.erasure
  const lead = erasedOn
    ? formatMessage(texts.due, { day: formatMediumDay(erasedOn, locale) })
    : texts.never
  return (
    <Card>
      <CardHeader title={texts.title} lead={lead} />
      <CardBody>
        <Disclosure label={texts.open} open={outcome?.form === 'erase'}>
          <p className="font-medium break-words">{formatMessage(texts.confirm, { person })}</p>
          <p className="mt-1 max-w-prose text-muted">{texts.text}</p>
          {leavesKeys ? <p className="mt-2 max-w-prose">{texts.leavesKeys}</p> : null}
          <div className="mt-4 max-w-md">
            <SensitiveForm
              action={eraseAccount}
              locale={locale}
              outcome={outcome}
              intent="erase"
              proof={proof}
              email={viewerEmail}
              messages={messages}
              here={pagePath('/dashboard/users/[id]', user.id)}
              signInText={texts.signInFirst}
              submit={
                <SubmitButton variant="danger" pendingText={messages.forms.pending}>
                  {texts.submit}
                </SubmitButton>
              }
            />
          </div>
        </Disclosure>
      </CardBody>
    </Card>
  )
}
