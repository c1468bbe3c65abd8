'use client'

import { Bell } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { keepConnected } from '@/components/live/live-connection'
import { affectsPage } from '@/components/live/live-topics'
import { requestRefresh } from '@/components/live/refresh-scheduler'
import { buttonClasses } from '@/components/ui/button'
import { useHydrated } from '@/components/ui/use-hydrated'
import { formatCount } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

const PATH = '/dashboard/inbox'
const MOST_SHOWN = 99
/** The notice of a new session, which the user's other open pages don't show yet. */
const NEW_SESSION = 'security.new_sign_in'

/** The part of an inbox event that the page uses. */
interface InboxUpdate {
  unread_count: number
  /** `sync`: the current count, without a change. */
  reason: 'created' | 'read' | 'deleted' | 'sync'
  item: { kind: string } | null
}

interface InboxBellProps {
  /** The number of unread items when the page was rendered. */
  count: number
  locale: Locale
  texts: Pick<Messages['inbox'], 'title' | 'unreadCount' | 'announcement'>
}

/**
 * The link to the inbox, with the number of unread items. With JavaScript, the number is updated
 * live, new items are announced to screen readers, and an open inbox is refreshed.
 */
export function InboxBell({ count: rendered, locale, texts }: InboxBellProps) {
  const { count, hasNew } = useInboxCount(rendered)
  const label =
    count > 0 ? `${texts.title}, ${formatCount(texts.unreadCount, count, locale)}` : texts.title
  return (
    <>
      <Link
        className={buttonClasses({ variant: 'ghost', size: 'icon', className: 'relative' })}
        href={PATH}
        prefetch={false}
        aria-label={label}
        title={texts.title}
      >
        <Bell aria-hidden />
        {count > 0 ? (
          <span
            aria-hidden
            className="absolute top-0.5 right-0 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[0.625rem] leading-none font-semibold text-surface tabular-nums"
          >
            {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
          </span>
        ) : null}
      </Link>
      <Announcement text={hasNew ? formatCount(texts.announcement, count, locale) : ''} />
    </>
  )
}

/** Read to screen readers. Outside of the header, which is inert beside an open drawer. */
function Announcement({ text }: { text: string }) {
  const hydrated = useHydrated()
  if (!hydrated) return null
  return createPortal(
    <span aria-live="polite" data-announces className="sr-only">
      {text}
    </span>,
    document.body,
  )
}

/**
 * The number as rendered, then as the live connection reports it. `hasNew`: new items arrived
 * since.
 */
function useInboxCount(rendered: number): { count: number; hasNew: boolean } {
  const [state, setState] = useState({ rendered, count: rendered, hasNew: false })
  // The layout was rendered again: its number is newer.
  if (state.rendered !== rendered) setState({ rendered, count: rendered, hasNew: state.hasNew })
  const shown = useRef(rendered)
  useEffect(() => {
    shown.current = state.count
  }, [state.count])
  useEffect(() => {
    const onUpdate = ({ unread_count: count, reason, item }: InboxUpdate) => {
      const changed = reason !== 'sync' || count !== shown.current
      setState((before) => ({
        ...before,
        count,
        // More than known: some arrived before the connection was open, or while it was lost.
        hasNew:
          reason === 'created' || count > before.count || (before.hasNew && count >= before.count),
      }))
      const shows = (target: string) => affectsPage(target, location.pathname)
      if ((changed && shows('inbox')) || (item?.kind === NEW_SESSION && shows('sessions')))
        requestRefresh()
    }
    return keepConnected({ path: '/api/v1/ws', events: { 'inbox.updated': onUpdate } })
  }, [])
  return state
}
