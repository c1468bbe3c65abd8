import Link from 'next/link'
import type { ReactNode } from 'react'
import { ProgressBar } from '@/components/ui/progress'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { UserNumbers } from '@/lib/users/overview'
import { DEFAULT_USER_SORT } from '@/lib/users/users.schemas'
import { usersAddress, type UsersQuery } from '@/lib/web/users-query'

interface UserTilesProps {
  numbers: UserNumbers
  locale: Locale
  texts: Messages['home']['users']
}

/**
 * The number of users by status, each with a link to the list of these users. The list of all of
 * them also has the deleted accounts, which the note counts.
 */
export function UserTiles({ numbers, locale, texts }: UserTilesProps) {
  const { total, active, pending, deleted, withSecondFactor } = numbers
  const count = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const share = (part: number, whole: number) => percent.format(whole === 0 ? 0 : part / whole)
  const note = formatMessage(texts.secondFactorNote, {
    count: count.format(withSecondFactor),
    active: count.format(active),
  })
  return (
    <section aria-label={texts.title}>
      <dl className="grid min-w-0 grid-cols-2 gap-px overflow-clip rounded-xl border border-line bg-line shadow-card lg:grid-cols-4">
        <Tile
          href={addressOf({})}
          term={texts.total}
          value={count.format(total)}
          note={deleted > 0 ? formatCount(texts.deletedNote, deleted, locale) : texts.totalNote}
        />
        <Tile
          href={addressOf({ status: 'active' })}
          term={texts.active}
          value={count.format(active)}
          note={formatMessage(texts.activeNote, { percent: share(active, total) })}
        />
        <Tile
          href={addressOf({ status: 'pending' })}
          term={texts.pending}
          value={count.format(pending)}
          note={texts.pendingNote}
        />
        <Tile term={texts.secondFactor} value={share(withSecondFactor, active)} note={note}>
          <ProgressBar
            label={texts.secondFactor}
            valueText={note}
            value={withSecondFactor}
            max={Math.max(1, active)}
          />
        </Tile>
      </dl>
    </section>
  )
}

function addressOf(filters: UsersQuery['filters']): string {
  return usersAddress({ filters: { ...filters, kind: 'person' }, sort: DEFAULT_USER_SORT })
}

interface TileProps {
  term: string
  value: string
  note: string
  /** The list of the counted users. The whole tile links to it. */
  href?: string
  children?: ReactNode
}

function Tile({ term, value, note, href, children }: TileProps) {
  return (
    <div className="relative bg-surface px-5 py-4 transition-colors has-[a]:hover:bg-subtle sm:px-6">
      <dt className="text-[0.8125rem] text-muted">
        {href ? (
          <Link
            href={href}
            prefetch={false}
            className="rounded-xs after:absolute after:inset-0 hover:underline"
          >
            {term}
          </Link>
        ) : (
          term
        )}
      </dt>
      <dd className="mt-1">
        <span className="block text-2xl font-semibold tracking-tight tabular-nums">{value}</span>
        {children ? <span className="mt-1.5 block">{children}</span> : null}
        <span className="mt-1 block text-xs text-muted">{note}</span>
      </dd>
    </div>
  )
}
