import type { ReactNode } from 'react'
import type { Locale } from '@/lib/i18n/locale'
import type { FormAction } from '@/lib/web/action-state'

/** Something the palette offers: a page to open, a file to download, or something to do at once. */
export interface Command {
  id: string
  label: string
  /** Shown beside the label, and searched with it. */
  detail?: string
  /** Other words that people search for. */
  keywords?: string | undefined
  icon: ReactNode
  does:
    | { kind: 'open'; href: string }
    | { kind: 'download'; href: string }
    | { kind: 'submit'; action: FormAction; fields: Record<string, string>; otherwise: string }
}

/**
 * The commands that contain every word of `typed`, in any case and with or without the marks on
 * letters.
 */
export function matchingCommands(
  commands: readonly Command[],
  typed: string,
  locale: Locale,
): Command[] {
  const words = plain(typed, locale).split(/\s+/).filter(Boolean)
  return commands.filter(({ label, detail = '', keywords = '' }) => {
    const text = plain(`${label} ${detail} ${keywords}`, locale)
    return words.every((word) => text.includes(word))
  })
}

function plain(text: string, locale: Locale): string {
  return text.toLocaleLowerCase(locale).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ı', 'i')
}
