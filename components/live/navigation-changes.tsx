'use client'

import { useEffect } from 'react'
import { showToast } from '@/components/toasts/toasts'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface NavigationChangesProps {
  userId: string
  /** What the navigation leads to: names by path. */
  places: Readonly<Record<string, string>>
  locale: Locale
  texts: Pick<Messages['live'], 'gained' | 'lost'>
}

type Places = NavigationChangesProps['places']

/** For the tab, so that it outlives the page that is taken away. */
const KEY = 'places'

/**
 * Says which places of the navigation came and went since the tab last showed it to the same
 * person.
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

/** The names of the places that are not among the others. */
function without(places: Places, others: Places): string[] {
  return Object.keys(places)
    .filter((path) => !Object.hasOwn(others, path))
    .map((path) => places[path]!)
}

/** Remembers the places and returns those before; null when there are none of this person. */
function exchange(userId: string, places: Places): Places | null {
  try {
    const before = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      userId: string
      places: Places
    } | null
    sessionStorage.setItem(KEY, JSON.stringify({ userId, places }))
    return before?.userId === userId ? before.places : null
  } catch {
    // A browser that keeps nothing has nothing to compare with.
    return null
  }
}
