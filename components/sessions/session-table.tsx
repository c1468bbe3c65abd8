import { Monitor, Smartphone, SquareTerminal, Tablet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Cell, ColumnHeader, Table, WIDE } from '@/components/data-table/table'
import { Badge } from '@/components/ui/badge'
import { LocalTime } from '@/components/ui/local-time'
import { formatMessage, formatTimeAgo } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { ListedSession } from '@/lib/identity/sessions/list-sessions'
import { readUserAgent } from '@/lib/platform/user-agent'

const icons = { phone: Smartphone, tablet: Tablet, desktop: Monitor, program: SquareTerminal }

interface SessionTableProps {
  sessions: readonly ListedSession[]
  locale: Locale
  messages: Messages
  at: Date
  /** The actions for a session; `device` is its name. Undefined means none. */
  actionsOf?: (session: ListedSession, device: string) => ReactNode
}

/** A user's sessions, one per row. */
export function SessionTable({ sessions, ...rest }: SessionTableProps) {
  const { messages, actionsOf } = rest
  const texts = messages.account.sessions
  return (
    <Table label={texts.title}>
      <thead>
        <tr>
          <ColumnHeader>{texts.device}</ColumnHeader>
          <ColumnHeader className={WIDE}>{texts.address}</ColumnHeader>
          <ColumnHeader className={WIDE}>{texts.lastUsed}</ColumnHeader>
          <ColumnHeader className={WIDE}>{texts.created}</ColumnHeader>
          {actionsOf ? (
            <ColumnHeader>
              <span className="sr-only">{texts.actions}</span>
            </ColumnHeader>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} {...rest} />
        ))}
      </tbody>
    </Table>
  )
}

function SessionRow({
  session,
  locale,
  messages,
  at,
  actionsOf,
}: Omit<SessionTableProps, 'sessions'> & { session: ListedSession }) {
  const texts = messages.account.sessions
  const device = readUserAgent(session.user_agent)
  const name = describeSessionDevice(device, texts)
  const Icon = icons[device.form]
  const lastUsedAt = new Date(session.last_used_at)
  return (
    <tr>
      <Cell>
        <span className="flex items-center gap-3">
          <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />
          <span>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium">{name}</span>
              <SessionBadge session={session} messages={messages} />
              {session.surface === 'api' ? <Badge>{texts.viaApi}</Badge> : null}
            </span>
            <span className="block text-[0.8125rem] text-muted md:hidden">
              {session.ip ?? texts.unknownAddress} · {formatTimeAgo(lastUsedAt, at, locale)}
            </span>
          </span>
        </span>
      </Cell>
      <Cell className={`${WIDE} whitespace-nowrap text-muted tabular-nums`}>
        {session.ip ?? texts.unknownAddress}
      </Cell>
      <Cell className={`${WIDE} whitespace-nowrap text-muted`}>
        {formatTimeAgo(lastUsedAt, at, locale, { alone: true })}
      </Cell>
      <Cell className={`${WIDE} whitespace-nowrap text-muted`}>
        <LocalTime at={session.created_at} locale={locale} />
      </Cell>
      {actionsOf ? <Cell className="text-right">{actionsOf(session, name)}</Cell> : null}
    </tr>
  )
}

/** Marks the session in use, and one in which an administrator views as the user. */
export function SessionBadge({
  session: { current, impersonated_by: viewer },
  messages,
}: {
  session: Pick<ListedSession, 'current' | 'impersonated_by'>
  messages: Messages
}) {
  const { account, impersonation } = messages
  if (viewer)
    return (
      <Badge tone="warning">
        {formatMessage(impersonation.session, { person: viewer.name ?? impersonation.someone })}
      </Badge>
    )
  return current ? <Badge tone="success">{account.sessions.current}</Badge> : null
}

/** A device in the reader's language, such as "Firefox on Linux". */
export function describeSessionDevice(
  { program, system }: ReturnType<typeof readUserAgent>,
  texts: Messages['account']['sessions'],
): string {
  if (program && system) return formatMessage(texts.deviceOn, { browser: program, os: system })
  return program ?? system ?? texts.unknownDevice
}
