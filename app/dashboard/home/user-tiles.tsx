import Link from 'next/link'
import type { ReactNode } from 'react'
import { ProgressBar } from '@/components/ui/progress'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { UserNumbers } from '@/lib/users/overview'

interface UserTilesProps {
  numbers: UserNumbers
  locale: Locale
  texts: Messages['home']['users']
}

/** The number of users by kind. Each number links to the users it counts. */
export function UserTiles({ numbers, locale, texts }: UserTilesProps) {
  const { total, active, pending, withSecondFactor } = numbers
  const count = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const share = (part: number, whole: number) => percent.format(whole === 0 ? 0 : part / whole)
  const note = formatMessage(texts.secondFactorNote, {
    count: count.format(withSecondFactor),
    active: count.format(active),
  })
  return (
    <section aria-label={texts.title}>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card lg:grid-cols-4">
        <Tile
          href="/dashboard/users"
          term={texts.total}
          value={count.format(total)}
          note={texts.totalNote}
        />
        <Tile
          href="/dashboard/users?status=active"
          term={texts.active}
          value={count.format(active)}
          note={formatMessage(texts.activeNote, { percent: share(active, total) })}
        />
        <Tile
          href="/dashboard/users?status=pending"
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
