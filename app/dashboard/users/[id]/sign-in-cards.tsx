import { ShieldCheck } from 'lucide-react'
import {
  hideInvitationLink,
  resetMfa,
  sendInvitation,
  sendResetLink,
  showInvitationLink,
} from '@/app/dashboard/users/[id]/actions'
import type { UserCardProps } from '@/app/dashboard/users/[id]/user-heading'
import { ProviderMark } from '@/components/external/provider-buttons'
import { ConfirmedForm, PageForm } from '@/components/forms/page-form'
import { SensitiveForm } from '@/components/forms/reauthentication'
import { ShownOnceCard } from '@/components/forms/shown-once-card'
import { SubmitButton } from '@/components/forms/submit-button'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardHeader, FactRow } from '@/components/ui/card'
import { Disclosure } from '@/components/ui/popover'
import { TextWithTime } from '@/components/ui/text-with-time'
import { providerLabel } from '@/lib/config/providers/enabled-providers'
import { formatDay, formatMessage, formatTimeAgo } from '@/lib/i18n/format'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import type { UserSignInMethods } from '@/lib/users/user-sign-in-methods'
import type { FormOutcome } from '@/lib/web/form-outcome'
import { pagePath } from '@/lib/web/page-address'

type SignInMethodsProps = UserCardProps & { signInMethods: UserSignInMethods; at: Date }

/** The user's sign-in methods: password, two-step verification, connected accounts. */
export function SignInMethodsCard(props: SignInMethodsProps) {
  const { messages, signInMethods } = props
  const texts = messages.userDetail.signInMethods
  return (
    <Card>
      <CardHeader title={texts.title} />
      <CardBody>
        <dl className="grid gap-4">
          <FactRow term={texts.password}>
            <Password {...props} />
          </FactRow>
          <FactRow term={texts.factor}>
            <Factor {...props} />
          </FactRow>
          <FactRow term={messages.passkeys.card.title}>
            <Badge>
              {signInMethods.passkeys > 0 ? signInMethods.passkeys : texts.passwordNone}
            </Badge>
          </FactRow>
          <FactRow term={texts.providers}>
            {signInMethods.identities.length > 0 ? (
              <Providers {...props} />
            ) : (
              <Badge>{texts.noProviders}</Badge>
            )}
          </FactRow>
        </dl>
      </CardBody>
    </Card>
  )
}

function Password({
  locale,
  messages,
  signInMethods,
  user,
  person,
  self,
  mayChange,
}: SignInMethodsProps) {
  const texts = messages.userDetail.signInMethods
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge>{signInMethods.hasPassword ? texts.passwordSet : texts.passwordNone}</Badge>
      {mayChange('users:activate') && !self && user.status === 'active' ? (
        <ConfirmedForm
          action={sendResetLink}
          intent="send_reset"
          button={texts.sendReset}
          title={formatMessage(texts.sendResetTitle, { person })}
          text={formatMessage(texts.sendResetText, { email: user.email })}
          size="sm"
          cancel={messages.userDetail.cancel}
          locale={locale}
        />
      ) : null}
    </span>
  )
}

function Factor({
  locale,
  messages,
  signInMethods,
  user,
  person,
  self,
  mayChange,
}: SignInMethodsProps) {
  const texts = messages.userDetail.signInMethods
  if (!signInMethods.mfaEnabledAt) return <Badge>{texts.off}</Badge>
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="success">
        <ShieldCheck aria-hidden />
        {texts.on}
      </Badge>
      <span className="text-[0.8125rem] text-muted">
        {formatMessage(texts.since, { day: formatDay(signInMethods.mfaEnabledAt, locale) })}
      </span>
      {/* Users turn off their own on the security page, with a code. */}
      {mayChange('users:activate') && !self && user.status !== 'deleted' ? (
        <ConfirmedForm
          action={resetMfa}
          intent="reset_mfa"
          button={texts.reset}
          title={formatMessage(texts.resetTitle, { person })}
          text={texts.resetText}
          danger
          size="sm"
          cancel={messages.userDetail.cancel}
          locale={locale}
        />
      ) : null}
    </span>
  )
}

function Providers({ locale, messages, signInMethods, at }: SignInMethodsProps) {
  const texts = messages.userDetail.signInMethods
  return (
    <ul className="grid gap-2">
      {signInMethods.identities.map(({ provider, email, linkedAt, lastUsedAt }) => (
        <li key={provider} className="flex items-start gap-2.5">
          <ProviderMark provider={provider} className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">
            <span className="flex flex-wrap gap-x-2">
              <span className="min-w-0 font-medium wrap-anywhere">{providerLabel(provider)}</span>
              <span className="min-w-0 break-all">
                {email ?? messages.account.connections.noAddress}
              </span>
            </span>
            <span className="block text-[0.8125rem] text-muted">
              {formatMessage(texts.providerSince, {
                day: formatDay(linkedAt, locale),
                time: formatTimeAgo(lastUsedAt, at, locale),
              })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

interface InvitationCardProps extends UserCardProps {
  outcome: FormOutcome | null
  /** How the viewer confirms their identity before a link is created. */
  proof: ReauthMethod
  /** The viewer's own address, for password managers. */
  viewerEmail: string
  /** A link just created for this user, shown until the viewer confirms having it. */
  link: { url: string; expiresAt: string } | null
}

/** A pending invitation: it can be emailed again or handed over as a link. */
export function InvitationCard({
  outcome,
  proof,
  viewerEmail,
  link,
  ...view
}: InvitationCardProps) {
  const { locale, messages } = view
  const texts = messages.userDetail.invitation
  if (link) return <ShownLink {...view} link={link} />
  return (
    <Card>
      <CardHeader title={texts.title} lead={texts.lead} />
      <CardBody className="grid justify-items-start gap-3">
        <PageForm action={sendInvitation} locale={locale} intent="send_invitation">
          <SubmitButton variant="outline" pendingText={messages.forms.pending}>
            {texts.send}
          </SubmitButton>
        </PageForm>
        <Disclosure label={texts.create} open={outcome?.form === 'invitation_link'}>
          <p className="max-w-prose text-muted">{texts.createHint}</p>
          <div className="mt-4 max-w-md">
            <SensitiveForm
              action={showInvitationLink}
              locale={locale}
              outcome={outcome}
              intent="invitation_link"
              proof={proof}
              email={viewerEmail}
              messages={messages}
              here={pagePath('/dashboard/users/[id]', view.user.id)}
              signInText={texts.signInFirst}
              submit={
                <SubmitButton pendingText={messages.forms.pending}>{texts.create}</SubmitButton>
              }
            />
          </div>
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
}: UserCardProps & { link: { url: string; expiresAt: string } }) {
  const texts = messages.userDetail.invitation
  return (
    <ShownOnceCard
      action={hideInvitationLink}
      intent="link_seen"
      locale={locale}
      title={formatMessage(texts.linkLabel, { person })}
      value={url}
      once={<TextWithTime text={texts.once} at={expiresAt} locale={locale} />}
      texts={{ ...texts, copied: messages.userDetail.copied }}
    />
  )
}
