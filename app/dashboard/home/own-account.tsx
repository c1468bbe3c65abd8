import type { ReactNode } from 'react'
import { describeSessionDevice, SessionBadge } from '@/components/sessions/session-table'
import { Badge, VerifiedBadge } from '@/components/ui/badge'
import { BreakableText } from '@/components/ui/breakable-text'
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { LocalTime } from '@/components/ui/local-time'
import type { Profile } from '@/lib/accounts/present-profile'
import { formatCount, formatDay, formatMessage, formatTimeAgo } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { countOwnSessions, listOwnSessions } from '@/lib/identity/sessions/list-sessions'
import { findUnreadCount, listInbox } from '@/lib/messaging/inbox/inbox'
import { now } from '@/lib/platform/clock'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { readUserAgent } from '@/lib/platform/user-agent'

const SHOWN = 3

interface OwnProps {
  principal: SessionPrincipal
  locale: Locale
  messages: Messages
}

/** The user's own account: profile, sessions and new inbox items. */
export function OwnAccount({ profile, ...props }: OwnProps & { profile: Profile }) {
  return (
    <>
      <AccountFacts profile={profile} locale={props.locale} messages={props.messages} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <OwnSessions {...props} />
        <NewInInbox {...props} />
      </div>
    </>
  )
}

function AccountFacts({
  profile,
  locale,
  messages,
}: Omit<OwnProps, 'principal'> & { profile: Profile }) {
  const texts = messages.home.account
  const special = profile.roles.filter((role) => role !== 'user')
  return (
    <Card aria-label={texts.title}>
      <dl
        className={`grid gap-px bg-line ${special.length > 0 ? 'sm:grid-cols-2' : 'sm:grid-cols-3'}`}
      >
        <Fact term={texts.email}>
          <span className="min-w-0 wrap-anywhere">
            <BreakableText text={profile.email} after="@." />
          </span>
          <VerifiedBadge verified={profile.email_verified} texts={messages.account} />
        </Fact>
        <Fact term={texts.secondFactor}>
          <Badge tone={profile.mfa_enabled ? 'success' : 'neutral'}>
            {profile.mfa_enabled ? texts.on : texts.off}
          </Badge>
        </Fact>
        <Fact term={texts.memberSince}>{formatDay(new Date(profile.created_at), locale)}</Fact>
        {special.length > 0 ? (
          <Fact term={texts.roles}>
            {special.map((role) => (
              <Badge key={role} className="max-w-full whitespace-normal break-all">
                {role}
              </Badge>
            ))}
          </Fact>
        ) : null}
      </dl>
    </Card>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1 bg-surface px-5 py-4 sm:px-6">
      <dt className="text-[0.8125rem] text-muted">{term}</dt>
      <dd className="flex min-h-6 min-w-0 flex-wrap items-center gap-2 font-medium">{children}</dd>
    </div>
  )
}

async function OwnSessions({ principal, locale, messages }: OwnProps) {
  const at = now()
  const [listed, { count, more }] = await Promise.all([
    listOwnSessions(principal, { limit: SHOWN }, at),
    countOwnSessions(principal, at),
  ])
  const texts = messages.home.sessions
  const sessions = listed.ok ? listed.sessions : []
  return (
    <Card>
      <CardHeader title={texts.title} lead={formatCount(texts.count, count, locale, more)} />
      <ul className="mt-4 divide-y divide-line border-t border-line">
        {sessions.map((session) => (
          <li key={session.id} className="px-5 py-3 sm:px-6">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
              {describeSessionDevice(readUserAgent(session.user_agent), messages.account.sessions)}
              <SessionBadge session={session} messages={messages} />
            </p>
            <p className="text-[0.8125rem] text-muted">
              {formatMessage(texts.lastUsed, {
                time: formatTimeAgo(new Date(session.last_used_at), at, locale),
              })}
            </p>
          </li>
        ))}
      </ul>
      <CardFooter>
        <TextLink alone href="/dashboard/account/sessions">
          {texts.all}
        </TextLink>
      </CardFooter>
    </Card>
  )
}

async function NewInInbox({ principal, locale, messages }: OwnProps) {
  const [listed, unread] = await Promise.all([
    listInbox(principal, { limit: SHOWN, unreadOnly: true, locale }),
    findUnreadCount(principal.userId),
  ])
  const texts = messages.home.inbox
  const items = listed.ok ? listed.items : []
  return (
    <Card>
      <CardHeader
        title={texts.title}
        lead={unread > 0 ? formatCount(texts.unread, unread, locale) : undefined}
      />
      {items.length > 0 ? (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {items.map(({ id, title, created_at }) => (
            <li key={id} className="px-5 py-3 sm:px-6">
              <p className="font-medium break-words">{title}</p>
              <p className="text-[0.8125rem] text-muted">
                <LocalTime at={created_at} locale={locale} />
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <CardBody className="py-4 text-muted">{texts.nothing}</CardBody>
      )}
      <CardFooter>
        <TextLink alone href="/dashboard/inbox">
          {texts.all}
        </TextLink>
      </CardFooter>
    </Card>
  )
}
