import { clsx } from 'clsx'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/data-table/list-parts'
import { Cell, ColumnHeader, Table } from '@/components/data-table/table'
import { Badge } from '@/components/ui/badge'
import { formatCount, formatMediumDay, formatTimeAgo } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PresentedApiKey } from '@/lib/identity/api-keys/present-api-key'

interface KeyTableProps {
  keys: readonly PresentedApiKey[]
  locale: Locale
  texts: Messages['apiKeys']
  at: Date
  /** The button that revokes a key; undefined if the viewer may not. */
  revokeOf?: (key: PresentedApiKey) => ReactNode
}

/** Narrow screens show these columns below the name. */
const WIDE = 'max-lg:hidden'
/** More are listed as a count, with the names behind it. */
const SHOWN = 3

/** API keys, one per row. */
export function KeyTable({ keys, ...rest }: KeyTableProps) {
  const { texts, revokeOf } = rest
  const { columns } = texts
  if (keys.length === 0) return <EmptyState title={texts.noneTitle} text={texts.noneText} />
  return (
    <Table label={texts.title}>
      <thead>
        <tr>
          <ColumnHeader>{columns.name}</ColumnHeader>
          <ColumnHeader className="max-md:hidden">{columns.permissions}</ColumnHeader>
          <ColumnHeader className={WIDE}>{columns.addresses}</ColumnHeader>
          <ColumnHeader className={WIDE}>{columns.created}</ColumnHeader>
          <ColumnHeader className="max-md:hidden">{columns.lastUsed}</ColumnHeader>
          <ColumnHeader className="max-md:hidden">{columns.expires}</ColumnHeader>
          {revokeOf ? (
            <ColumnHeader>
              <span className="sr-only">{columns.actions}</span>
            </ColumnHeader>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} shown={key} {...rest} />
        ))}
      </tbody>
    </Table>
  )
}

function KeyRow({
  shown,
  locale,
  texts,
  at,
  revokeOf,
}: Omit<KeyTableProps, 'keys'> & { shown: PresentedApiKey }) {
  const lastUsed = shown.last_used_at
    ? formatTimeAgo(new Date(shown.last_used_at), at, locale, { alone: true })
    : texts.neverUsed
  const permissions = (
    <Names names={shown.permissions} none={texts.noPermissions} texts={texts} locale={locale} />
  )
  const addresses = (
    <Names names={shown.allowed_addresses} none={texts.anyAddress} texts={texts} locale={locale} />
  )
  return (
    <tr>
      <Cell className="min-w-48 align-top">
        <div className="flex items-start gap-3">
          <KeyRound aria-hidden className="mt-0.5 size-4.5 shrink-0 text-muted max-sm:hidden" />
          <div className="min-w-0">
            <span className="block font-medium wrap-anywhere">{shown.name}</span>
            <code className="block font-mono text-xs break-all text-muted xl:whitespace-nowrap">
              {shown.label}…
            </code>
            <dl className="mt-1 grid gap-0.5 text-[0.8125rem] text-muted lg:hidden">
              <Below term={texts.columns.expires} className="md:hidden">
                <Expiry shown={shown} at={at} locale={locale} texts={texts} />
              </Below>
              <Below term={texts.columns.lastUsed} className="md:hidden">
                {lastUsed}
              </Below>
              <Below term={texts.columns.permissions} className="md:hidden">
                {permissions}
              </Below>
              <Below term={texts.columns.addresses}>{addresses}</Below>
            </dl>
          </div>
        </div>
      </Cell>
      <Cell className="min-w-36 align-top text-muted max-md:hidden">{permissions}</Cell>
      <Cell className={`${WIDE} align-top text-muted`}>{addresses}</Cell>
      <Cell className={`${WIDE} align-top whitespace-nowrap text-muted`}>
        <time dateTime={shown.created_at}>
          {formatMediumDay(new Date(shown.created_at), locale)}
        </time>
      </Cell>
      <Cell className="align-top whitespace-nowrap text-muted max-md:hidden">{lastUsed}</Cell>
      <Cell className="align-top whitespace-nowrap text-muted max-md:hidden">
        <Expiry shown={shown} at={at} locale={locale} texts={texts} />
      </Cell>
      {revokeOf ? <Cell className="text-right align-top">{revokeOf(shown)}</Cell> : null}
    </tr>
  )
}

/** The days left in which the owner has got the reminder. */
const SOON_MS = 7 * 86_400_000

function Expiry({
  shown,
  at,
  locale,
  texts,
}: Pick<KeyTableProps, 'at' | 'locale' | 'texts'> & { shown: PresentedApiKey }) {
  const expires = new Date(shown.expires_at)
  const left = expires.getTime() - at.getTime()
  if (left <= 0) return <Badge tone="danger">{texts.expired}</Badge>
  const day = formatMediumDay(expires, locale)
  return left <= SOON_MS ? <Badge tone="warning">{day}</Badge> : day
}

function Names({
  names,
  none,
  texts,
  locale,
}: {
  names: readonly string[]
  none: string
} & Pick<KeyTableProps, 'texts' | 'locale'>) {
  if (names.length === 0) return none
  const more = names.slice(SHOWN)
  return (
    <>
      {names.slice(0, SHOWN).map((name) => (
        <span key={name} className="block font-mono text-xs [overflow-wrap:anywhere]">
          {name}
        </span>
      ))}
      {more.length > 0 ? (
        <details className="text-[0.8125rem]">
          <summary className="cursor-pointer">
            {formatCount(texts.more, more.length, locale)}
          </summary>
          {more.map((name) => (
            <span key={name} className="block font-mono text-xs break-all">
              {name}
            </span>
          ))}
        </details>
      ) : null}
    </>
  )
}

/** A column's value below the name, on screens too narrow for the column. */
function Below({
  term,
  className,
  children,
}: {
  term: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={clsx('flex flex-wrap gap-x-1.5', className)}>
      <dt>{term}:</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
