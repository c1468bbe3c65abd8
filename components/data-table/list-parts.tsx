import type { ReactNode } from 'react'
import { CardBody, CardFooter } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { BoundedCount } from '@/lib/platform/pagination'

interface ListBarProps {
  total: BoundedCount
  /** "{count} users". */
  texts: { one: string; other: string }
  locale: Locale
  /** Shown before the count: the views of the list. */
  children?: ReactNode
  /** Shown after the count. */
  after?: ReactNode
}

/**
 * The line above a list: the current view and its number of rows. A new count is announced to
 * screen readers.
 */
export function ListBar({ total, texts, locale, children, after }: ListBarProps) {
  return (
    <div className="mb-4 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {after}
        <p aria-live="polite" className="text-[0.8125rem] text-muted tabular-nums">
          {formatCount(texts, total.count, locale, total.more)}
        </p>
      </div>
    </div>
  )
}

/** Replaces a list without rows: why it is empty, and what to do. */
export function EmptyState({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <CardBody className="py-12 text-center">
      <p className="font-medium">{title}</p>
      <p className="mt-1 text-muted">{text}</p>
      {children ? <div className="mt-3">{children}</div> : null}
    </CardBody>
  )
}

interface PagerProps {
  /** The first page; null on the first page. */
  first: string | null
  /** The next page; null on the last page. */
  next: string | null
  texts: { first: string; next: string }
}

/** Pagination below a list. Nothing if everything fits on one page. */
export function Pager({ first, next, texts }: PagerProps) {
  if (!first && !next) return null
  return (
    <CardFooter className="justify-between">
      <span>
        {first ? (
          <TextLink alone href={first}>
            {texts.first}
          </TextLink>
        ) : null}
      </span>
      {next ? (
        <TextLink alone href={next}>
          {texts.next}
        </TextLink>
      ) : null}
    </CardFooter>
  )
}
