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
  /** What stands before the count: the views of the list. */
  children?: ReactNode
  /** What stands behind it. */
  after?: ReactNode
}

/**
 * The line above a list: which view it is and how many rows the view has. A new count is announced.
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

/** In place of a list without rows: why there are none, and what to do about it. */
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
  /** Back to the beginning; null on the first page. */
  first: string | null
  /** On to the next page; null on the last one. */
  next: string | null
  texts: { first: string; next: string }
}

/** The foot of a list that is read page by page. Nothing where one page holds it all. */
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
