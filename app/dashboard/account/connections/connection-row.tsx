import { connectProvider, disconnectProvider } from '@/app/dashboard/account/connections/actions'
import { ProviderMark } from '@/components/external/provider-buttons'
import { CurrentPasswordField } from '@/components/forms/account-fields'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Badge } from '@/components/ui/badge'
import { Button, buttonClasses } from '@/components/ui/button'
import { mergeClassNames } from '@/components/ui/class-names'
import { TextLink } from '@/components/ui/links'
import { ConfirmPopover, PopoverDialog, PopoverFooter } from '@/components/ui/popover'
import { providerLabel, type ProviderName } from '@/lib/config/providers/enabled-providers'
import { formatDay, formatMessage, formatTimeAgo } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { OwnIdentity } from '@/lib/identity/oauth/own-identities'
import type { ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { loginPath } from '@/lib/web/safe-redirect'

interface ConnectionRowProps {
  provider: ProviderName
  enabled: boolean
  identity: OwnIdentity | null
  /** Whether this is the only remaining sign-in method. */
  last: boolean
  /** What the forms must ask for. */
  connectProof: ReauthMethod
  disconnectProof: ReauthMethod
  /** The email address of this account. */
  owner: string
  locale: Locale
  messages: Messages
  at: Date
}

/** A provider: the connected account, since when, and the buttons to connect or disconnect. */
export function ConnectionRow(props: ConnectionRowProps) {
  const { provider, enabled, identity, last, owner, locale, messages, at } = props
  const texts = messages.account.connections
  return (
    <li
      className={mergeClassNames(
        'grid grid-cols-[2.5rem_minmax(0,1fr)_fit-content(50%)] items-center gap-x-4 gap-y-3 px-5 py-4 sm:px-6',
        identity && 'max-sm:grid-cols-[2.5rem_minmax(0,1fr)]',
      )}
    >
      <span className="grid size-10 self-start place-items-center rounded-lg border border-line bg-raised shadow-control">
        <ProviderMark provider={provider} className="size-5" />
      </span>
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium wrap-anywhere">{providerLabel(provider)}</span>
          {identity ? (
            <Badge tone={enabled ? 'success' : 'warning'}>
              {enabled ? texts.connected : texts.switchedOff}
            </Badge>
          ) : null}
        </p>
        {identity ? (
          <>
            <p className="truncate">{identity.email ?? texts.noAddress}</p>
            <p className="text-[0.8125rem] text-muted">
              {formatMessage(texts.since, { day: formatDay(new Date(identity.linked_at), locale) })}
              {' · '}
              {formatMessage(texts.lastUsed, {
                time: formatTimeAgo(new Date(identity.last_used_at), at, locale),
              })}
            </p>
          </>
        ) : (
          <p className="text-[0.8125rem] text-muted">{texts.notConnected}</p>
        )}
      </div>
      <div className={identity ? 'max-sm:col-start-2' : undefined}>
        {identity ? (
          <Disconnect
            provider={provider}
            email={identity.email}
            last={last}
            proof={props.disconnectProof}
            owner={owner}
            locale={locale}
            messages={messages}
          />
        ) : (
          <Connect
            provider={provider}
            proof={props.connectProof}
            owner={owner}
            locale={locale}
            messages={messages}
          />
        )}
      </div>
    </li>
  )
}

interface ConnectProps {
  provider: ProviderName
  proof: ReauthMethod
  /** The email address of this account. */
  owner: string
  locale: Locale
  messages: Messages
}

const HERE = '/dashboard/account/connections'

/**
 * For when the ten minutes since sign-in passed while the page was open. Reloaded, the page asks
 * for the password.
 */
const reloadAction = (texts: Messages['account']['connections']) => ({
  reauthentication_required: (
    <TextLink alone href={HERE}>
      {texts.reload}
    </TextLink>
  ),
})

/** Starts a connection. It is a form because a link that does this could be sent to a victim. */
function Connect({ provider, proof, owner, locale, messages }: ConnectProps) {
  const { forms, account } = messages
  const texts = account.connections
  const name = providerLabel(provider)
  const label = formatMessage(texts.connectLabel, { provider: name })
  if (proof === 'recent')
    return (
      <PageForm
        action={connectProvider}
        locale={locale}
        intent="connect"
        row={{ provider }}
        className="justify-items-start"
        recoveryActions={reloadAction(texts)}
      >
        <SubmitButton variant="outline" size="sm" aria-label={label} pendingText={forms.pending}>
          {texts.connect}
        </SubmitButton>
      </PageForm>
    )
  const popover = `connect-${provider}`
  const dialog = {
    id: popover,
    title: label,
    text: formatMessage(proof === 'password' ? texts.passwordText : texts.signInText, {
      provider: name,
    }),
  }
  return (
    <>
      <Button variant="outline" size="sm" popoverTarget={popover} aria-label={label}>
        {texts.connect}
      </Button>
      {proof === 'password' ? (
        <PopoverDialog {...dialog}>
          <PageForm
            onlyField="current_password"
            action={connectProvider}
            locale={locale}
            intent="connect"
            row={{ provider }}
            className="gap-5 px-5 sm:px-6"
          >
            <CurrentPasswordField name="current_password" email={owner} texts={forms} />
            <div className="-mx-5 sm:-mx-6">
              <PopoverFooter id={popover} cancel={texts.cancel}>
                <SubmitButton pendingText={forms.pending}>
                  {formatMessage(texts.goOn, { provider: name })}
                </SubmitButton>
              </PopoverFooter>
            </div>
          </PageForm>
        </PopoverDialog>
      ) : (
        <ConfirmPopover {...dialog} cancel={texts.cancel}>
          <a className={buttonClasses()} href={loginPath(HERE)}>
            {texts.signInAgain}
          </a>
        </ConfirmPopover>
      )}
    </>
  )
}

interface DisconnectProps {
  provider: ProviderName
  email: string | null
  last: boolean
  proof: ReauthMethod
  /** The email address of this account. */
  owner: string
  locale: Locale
  messages: Messages
}

/**
 * Disconnects an account after a confirmation that states the consequence, and asks for the
 * password if the sign-in is not recent. For the last sign-in method, it links to setting a
 * password instead.
 */
function Disconnect(props: DisconnectProps) {
  const { provider, email, last, proof, messages } = props
  const texts = messages.account.connections
  const name = providerLabel(provider)
  const popover = `disconnect-${provider}`
  const account = email ?? formatMessage(texts.thatAccount, { provider: name })
  const dialog = {
    id: popover,
    title: formatMessage(last ? texts.lastTitle : texts.disconnectTitle, { provider: name }),
    text: last
      ? formatMessage(texts.lastText, { provider: name })
      : formatMessage(texts.disconnectText, { provider: name, account }),
  }
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        popoverTarget={popover}
        aria-label={formatMessage(texts.disconnectLabel, { provider: name })}
      >
        {texts.disconnect}
      </Button>
      {last ? (
        <ConfirmPopover {...dialog} cancel={texts.cancel}>
          <a className={buttonClasses()} href="/dashboard/account/password">
            {texts.setPassword}
          </a>
        </ConfirmPopover>
      ) : proof === 'sign-in' ? (
        <ConfirmPopover {...dialog} cancel={texts.cancel}>
          <a className={buttonClasses()} href={loginPath(HERE)}>
            {texts.signInAgain}
          </a>
        </ConfirmPopover>
      ) : (
        <PopoverDialog {...dialog}>
          <DisconnectForm {...props} popover={popover} />
        </PopoverDialog>
      )}
    </>
  )
}

function DisconnectForm(props: DisconnectProps & { popover: string }) {
  const { provider, proof, owner, locale, messages, popover } = props
  const texts = messages.account.connections
  return (
    <PageForm
      action={disconnectProvider}
      locale={locale}
      intent="disconnect"
      row={{ provider }}
      className="gap-5 px-5 sm:px-6"
      {...(proof === 'password' && { onlyField: 'current_password' })}
      recoveryActions={{
        ...reloadAction(texts),
        last_way_in: (
          <TextLink alone href="/dashboard/account/password">
            {texts.setPassword}
          </TextLink>
        ),
      }}
    >
      {proof === 'password' ? (
        <CurrentPasswordField name="current_password" email={owner} texts={messages.forms} />
      ) : null}
      <div className="-mx-5 sm:-mx-6">
        <PopoverFooter id={popover} cancel={texts.cancel}>
          <SubmitButton variant="danger" pendingText={messages.forms.pending}>
            {texts.disconnect}
          </SubmitButton>
        </PopoverFooter>
      </div>
    </PageForm>
  )
}
