import type { Title } from '@/app/docs/reference/titles'
import type { Locale } from '@/lib/i18n/locale'
import { matchesWords } from '@/lib/i18n/match-words'

/** A page that the search finds. */
interface SearchEntry {
  href: string
  title: Title
  /** The method and path of an operation, or the status of an error. */
  detail: string
  /** Further words that find it. */
  words: string
}

export interface SearchGroup {
  href: string
  title: Title
  description: Title
  entries: SearchEntry[]
  /** Shown only while searching. */
  onlyFound?: true
}

/** The groups with the entries that match what was typed; all that are listed without a search. */
export function findEntries(
  groups: readonly SearchGroup[],
  typed: string,
  locale: Locale,
): SearchGroup[] {
  if (typed.trim() === '')
    return groups.filter(({ onlyFound, entries }) => !onlyFound && entries.length > 0)
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ title, detail, words }) =>
        matchesWords(`${title.text} ${detail} ${words} ${group.title.text}`, typed, locale),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)
}
