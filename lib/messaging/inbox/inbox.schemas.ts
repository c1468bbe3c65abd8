import { z } from 'zod'
import type { Locale } from '@/lib/i18n/locale'
import { queryFlag } from '@/lib/platform/input-fields'

/** Values for the texts of a kind: names and numbers, never sentences. */
export type InboxParams = Record<string, string | number>

/** The texts of an item as its reader sees them. */
export interface ShownText {
  title: string
  body: string | null
}

/** An event as the owner of an account sees it in the inbox. */
export interface InboxNotice {
  /** The page where the owner can check the event or undo it. */
  href: `/${string}`
  texts: Record<Locale, { title: string; body: string }>
  /**
   * What a text message says, in place of the title and the page that resets the password
   * (`{url}`). Null: no text message is sent. Required if the title has a placeholder: the name
   * that fills it may be an attacker's.
   */
  sms?: Record<Locale, string> | null
}

/** Maximum lengths in an inbox item, in UTF-16 units. */
export const INBOX_LENGTHS = { title: 200, body: 4000 } as const

/** Maximum length of a path, in UTF-16 units. */
export const OWN_PATH_LENGTH = 500
/**
 * Only visible ASCII: browsers drop tabs and line breaks, so "/<tab>/evil.example" would lead to
 * another site.
 */
const OWN_PATH = /^\/(?![/\\])[!-~]*$/

/** Whether the text is a path within this service. */
export function isOwnPath(text: string): boolean {
  return OWN_PATH.test(text) && text.length <= OWN_PATH_LENGTH
}

/** `?unread=true` returns only unread items. */
export const inboxFilterQuery = z.object({
  unread: queryFlag.optional().describe('true: only unread items'),
})
