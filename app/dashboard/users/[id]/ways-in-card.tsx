import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { changeUser } from '@/app/dashboard/users/[id]/actions'
import type { ViewProps } from '@/app/dashboard/users/[id]/view-props'
import { ProviderMark } from '@/components/external/provider-mark'
import { ConfirmedForm } from '@/components/forms/confirmed-form'
import { Badge } from '@/components/ui/badge'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { providerLabel } from '@/lib/external/enabled-providers'
import { formatMessage } from '@/lib/i18n/format-message'
import { formatDay, formatTimeAgo } from '@/lib/i18n/format-time'
import type { WaysIn } from '@/lib/users-admin/get-ways-in'

type WaysInProps = ViewProps & { waysIn: WaysIn; at: Date }

/** How the person signs in: password, second factor, connected accounts. */
export function WaysInCard(props: WaysInProps) {
  const { messages, waysIn } = props
  const texts = messages.userDetail.signInMethods
  return (
    <Card>
      <CardHeader title={texts.title} />
      <CardBody>
        <dl className="grid gap-4">
          <Way term={texts.password}>
            <Password {...props} />
          </Way>
          <Way term={texts.factor}>
            <Factor {...props} />
          </Way>
          <Way term={texts.providers}>
            {waysIn.identities.length > 0 ? <Providers {...props} /> : <Badge>{texts.noProviders}</Badge>}
          </Way>
        </dl>
      </CardBody>
    </Card>
  )
}

function Way({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

function Password({ locale, messages, waysIn, user, person, self, mayChange }: WaysInProps) {
  const texts = messages.userDetail.signInMethods
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge>{waysIn.hasPassword ? texts.passwordSet : texts.passwordNone}</Badge>
      {mayChange('users:activate') && !self && user.status === 'active' ? (
        <ConfirmedForm
          action={changeUser}
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

function Factor({ locale, messages, waysIn, user, person, self, mayChange }: WaysInProps) {
  const texts = messages.userDetail.signInMethods
  if (!waysIn.mfaEnabledAt) return <Badge>{texts.off}</Badge>
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="success">
        <ShieldCheck aria-hidden />
        {texts.on}
      </Badge>
      <span className="text-[0.8125rem] text-muted">
        {formatMessage(texts.since, { day: formatDay(waysIn.mfaEnabledAt, locale) })}
      </span>
      {/* One's own is turned off on the security page, with a code. */}
      {mayChange('users:activate') && !self && user.status !== 'deleted' ? (
        <ConfirmedForm
          action={changeUser}
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

function Providers({ locale, messages, waysIn, at }: WaysInProps) {
  const texts = messages.userDetail.signInMethods
  return (
    <ul className="grid gap-2">
      {waysIn.identities.map(({ provider, email, linkedAt, lastUsedAt }) => (
        <li key={provider} className="flex items-start gap-2.5">
          <ProviderMark provider={provider} className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">
            <span className="flex flex-wrap gap-x-2">
              <span className="min-w-0 font-medium wrap-anywhere">{providerLabel(provider)}</span>
              <span className="min-w-0 break-all">{email ?? messages.account.connections.noAddress}</span>
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
