import type { ReactNode } from 'react'
import type { Locale } from '@/lib/i18n/locale'
import { matchesWords } from '@/lib/i18n/match-words'
import type { FormAction } from '@/lib/web/action-state'

/** An entry of the palette: a page to open, a file to download, or an action to run. */
export interface Command {
  id: string
  label: string
  /** Shown beside the label and included in the search. */
  detail?: string
  /** Synonyms that people search for. */
  keywords?: string | undefined
  icon: ReactNode
  does:
    | { kind: 'open'; href: string }
    | { kind: 'download'; href: string }
    | { kind: 'submit'; action: FormAction; fields: Record<string, string>; otherwise: string }
}

/** The commands that contain every word of `typed`, ignoring case and diacritics. */
export function matchingCommands(
  commands: readonly Command[],
  typed: string,
  locale: Locale,
): Command[] {
  return commands.filter(({ label, detail = '', keywords = '' }) =>
    matchesWords(`${label} ${detail} ${keywords}`, typed, locale),
  )
}
