import type { Locale } from '@/lib/i18n/locale'

/** One mail before it is drawn: the only source of its text and its HTML. Everything is plain text. */
export interface MailContent {
  locale: Locale
  subject: string
  greeting: string
  before: readonly string[]
  facts: readonly { label: string; value: string }[]
  button: { label: string; url: string; fallback: string }
  after: readonly string[]
  footer: readonly string[]
}
