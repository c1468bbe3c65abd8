import { Connect, type Proof } from '@/app/dashboard/account/connections/connect'
import { Disconnect } from '@/app/dashboard/account/connections/disconnect'
import { ProviderMark } from '@/components/external/provider-mark'
import { Badge } from '@/components/ui/badge'
import { mergeClassNames } from '@/components/ui/class-names'
import type { OwnIdentity } from '@/lib/auth/list-identities'
import { providerLabel, type ProviderName } from '@/lib/external/enabled-providers'
import { formatMessage } from '@/lib/i18n/format-message'
import { formatDay, formatTimeAgo } from '@/lib/i18n/format-time'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface ConnectionRowProps {
  provider: ProviderName
  enabled: boolean
  identity: OwnIdentity | null
  /** Whether nothing else opens the account. */
  last: boolean
  proof: Proof
  /** The address of the account here. */
  owner: string
  locale: Locale
  messages: Messages
  at: Date
}

/** One provider: whose account there is connected since when, and the way to change that. */
export function ConnectionRow(props: ConnectionRowProps) {
  const { provider, enabled, identity, last, proof, owner, locale, messages, at } = props
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
            locale={locale}
            messages={messages}
          />
        ) : (
          <Connect provider={provider} proof={proof} owner={owner} locale={locale} messages={messages} />
        )}
      </div>
    </li>
  )
}
