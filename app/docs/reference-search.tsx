'use client'

import { clsx } from 'clsx'
import Link from 'next/link'
import { findEntries, type SearchGroup } from '@/app/docs/reference/find-entries'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Input } from '@/components/ui/form-controls'
import { TextLink } from '@/components/ui/links'
import { useTypedText } from '@/components/ui/use-typed-text'
import { formatCount, formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface ReferenceSearchProps {
  groups: readonly SearchGroup[]
  /** The search in the address of the page. */
  query: string
  locale: Locale
  texts: Pick<Messages['reference'], 'search' | 'searchHint' | 'searchAction' | 'found' | 'nothing'>
}

/**
 * All pages of the reference with a search field. The search is a plain form; with JavaScript the
 * list follows while the user types.
 */
export function ReferenceSearch({ groups, query, locale, texts }: ReferenceSearchProps) {
  const { input, text: typed, setText: setTyped } = useTypedText(query)
  const shown = findEntries(groups, typed, locale)
  const count = shown.reduce((sum, { entries }) => sum + entries.length, 0)
  const found =
    count === 0
      ? formatMessage(texts.nothing, { query: typed })
      : formatCount(texts.found, count, locale)
  const result = typed.trim() === '' ? '' : found
  return (
    <>
      <form
        action="/docs"
        method="get"
        role="search"
        onSubmit={(event) => event.preventDefault()}
        className="mb-3 flex gap-2"
      >
        <Input
          ref={input}
          type="search"
          name="q"
          value={typed}
          maxLength={100}
          autoComplete="off"
          aria-label={texts.search}
          placeholder={texts.searchHint}
          onChange={({ target: { value } }) => {
            setTyped(value)
            window.history.replaceState(
              null,
              '',
              value.trim() ? `/docs?q=${encodeURIComponent(value)}` : '/docs',
            )
          }}
        />
        <Button type="submit" variant="outline">
          {texts.searchAction}
        </Button>
      </form>
      <p role="status" className={clsx('text-[0.8125rem] text-muted', result && 'mb-3')}>
        {result}
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {shown.map((group) => (
          <Group key={group.href} group={group} />
        ))}
      </div>
    </>
  )
}

function Group({ group: { href, title, description, entries } }: { group: SearchGroup }) {
  return (
    <Card>
      <div className="border-b border-line bg-canvas px-5 py-2.5 sm:px-6">
        <h3 lang={title.lang} className="text-sm">
          <TextLink alone href={href} className="text-ink no-underline hover:underline">
            {title.text}
          </TextLink>
        </h3>
        <p lang={description.lang} className="text-[0.8125rem] text-muted">
          {description.text}
        </p>
      </div>
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.href}>
            <Link
              href={entry.href}
              prefetch={false}
              className="grid gap-x-6 px-5 py-2 transition-colors hover:bg-subtle focus-visible:-outline-offset-2 sm:px-6 md:grid-cols-2 md:items-baseline"
            >
              <span lang={entry.title.lang}>{entry.title.text}</span>
              <span className="font-mono text-xs break-all text-muted" translate="no">
                {entry.detail}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
