'use client'

import { useEffect } from 'react'
import { showToast } from '@/components/toasts/toasts'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface NavigationChangesProps {
  userId: string
  /** The navigation: page names by path. */
  places: Readonly<Record<string, string>>
  locale: Locale
  texts: Pick<Messages['live'], 'gained' | 'lost'>
}

type Places = NavigationChangesProps['places']

/** Per tab, so that it survives the removal of the page. */
const KEY = 'places'

/**
 * Announces navigation entries that were added or removed since this tab last showed them to the
 * same user.
 */
export function NavigationChanges({ userId, places, locale, texts }: NavigationChangesProps) {
  useEffect(() => {
    const before = exchange(userId, places)
    if (!before) return
    const [gained, lost] = [without(places, before), without(before, places)]
    const named = (message: string, names: string[]) =>
      formatMessage(message, { pages: new Intl.ListFormat(locale).format(names) })
    if (lost.length > 0) showToast({ level: 'warning', title: named(texts.lost, lost) })
    if (gained.length > 0) showToast({ level: 'info', title: named(texts.gained, gained) })
  }, [userId, places, locale, texts])
  return null
}

/** The names of the places that are missing from `others`. */
function without(places: Places, others: Places): string[] {
  return Object.keys(places)
    .filter((path) => !Object.hasOwn(others, path))
    .map((path) => places[path]!)
}

/** Stores the places and returns the previous ones; null if this user has none. */
function exchange(userId: string, places: Places): Places | null {
  try {
    const before = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      userId: string
      places: Places
    } | null
    sessionStorage.setItem(KEY, JSON.stringify({ userId, places }))
    return before?.userId === userId ? before.places : null
  } catch {
    // Without storage, there is nothing to compare with.
    return null
  }
}
