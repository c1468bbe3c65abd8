import { changeUser } from '@/app/dashboard/users/[id]/actions'
import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { CurrentPasswordField } from '@/components/forms/current-password-field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Alert } from '@/components/ui/alert'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Disclosure } from '@/components/ui/disclosure'
import { controlClasses } from '@/components/ui/input'
import { TextLink } from '@/components/ui/text-link'
import type { Proof } from '@/lib/auth/find-own-account-state'
import { formatMessage } from '@/lib/i18n/format-message'
import { formatInstant } from '@/lib/i18n/format-time'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { loginPath } from '@/lib/web/safe-redirect'

interface InvitationCardProps extends ViewProps {
  outcome: FormOutcome | null
  /** What the viewer has to show before a link is made. */
  proof: Proof
  /** The viewer's own address: password managers want to know. */
  viewerEmail: string
  /** A link that was just made for this person; it is shown until the viewer has it. */
  link: { url: string; expiresAt: string } | null
}

/** An invitation that is still open: it can be mailed again, or handed over as a link. */
export function InvitationCard({ outcome, proof, viewerEmail, link, ...view }: InvitationCardProps) {
  const { locale, messages } = view
  const texts = messages.userDetail.invitation
  if (link) return <ShownLink {...view} link={link} />
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.lead} />
      <CardBody className="grid justify-items-start gap-3">
        <PageForm action={changeUser} locale={locale} intent="send_invitation">
          <SubmitButton variant="outline" pendingText={messages.forms.pending}>
            {texts.send}
          </SubmitButton>
        </PageForm>
        <Disclosure label={texts.create} open={outcome?.form === 'invitation_link'}>
          <p className="max-w-prose text-muted">{texts.createHint}</p>
          {proof === 'sign-in' ? (
            <p className="mt-4">
              {texts.signInFirst}{' '}
              <TextLink alone href={loginPath(`/dashboard/users/${view.user.id}`)}>
                {messages.ownAccount.signInAgain}
              </TextLink>
            </p>
          ) : (
            <PageForm
              action={changeUser}
              locale={locale}
              outcome={outcome}
              intent="invitation_link"
              className="mt-4 max-w-md"
            >
              {proof === 'password' ? (
                <CurrentPasswordField name="password" email={viewerEmail} texts={messages.forms} />
              ) : null}
              <div>
                <SubmitButton pendingText={messages.forms.pending}>{texts.create}</SubmitButton>
              </div>
            </PageForm>
          )}
        </Disclosure>
      </CardBody>
    </Card>
  )
}

function ShownLink({
  link: { url, expiresAt },
  locale,
  messages,
  person,
}: ViewProps & { link: { url: string; expiresAt: string } }) {
  const texts = messages.userDetail.invitation
  const label = formatMessage(texts.linkLabel, { person })
  return (
    <Card>
      <CardHeader title={label} />
      <CardBody className="grid gap-4">
        <Alert tone="warning" role="status">
          {formatMessage(texts.once, { time: formatInstant(new Date(expiresAt), locale) })}
        </Alert>
        <div className="flex flex-wrap gap-2">
          <input
            readOnly
            value={url}
            aria-label={label}
            className={`${controlClasses} flex-1 basis-72 font-mono text-xs!`}
          />
          <CopyButton text={url} label={texts.copy} copied={messages.userDetail.copied} />
        </div>
      </CardBody>
      <CardFooter>
        <PageForm action={changeUser} locale={locale} intent="link_seen">
          <SubmitButton pendingText={messages.forms.pending}>{texts.seen}</SubmitButton>
        </PageForm>
      </CardFooter>
    </Card>
  )
}
