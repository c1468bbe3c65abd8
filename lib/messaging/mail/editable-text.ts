import { z } from 'zod'
import { formatMessage, placeholdersOf } from '@/lib/i18n/format'
import { isLocale, type Locale } from '@/lib/i18n/locale'
import { PUNCTUATION } from '@/lib/messaging/mail/mail-paragraph'
import { type MailKind, mailKinds, mailOf } from '@/lib/messaging/mail/mails'
import { fieldErrorsOf } from '@/lib/platform/field-errors'
import { lineField, textField } from '@/lib/platform/input-fields'
import { type FieldError, type Outcome, refuse } from '@/lib/platform/problems'

/**
 * The text of an email as administrators write it: plain text with `{placeholders}`. Empty lines
 * separate the paragraphs of the body; a paragraph that is only `{link}` becomes the button.
 */
export interface MailText {
  subject: string
  body: string
  button: string
}

export const MAIL_TEXT_LENGTHS = { subject: 150, body: 5000, button: 60 } as const

/** The emails whose text can be changed. */
export const EDITABLE_MAILS: readonly MailKind[] = mailKinds.filter(
  (kind) => mailOf(kind).editable !== false,
)

/** Parses the API's name of an email and language, such as `verify_email.en`. */
export function parseMailTextName(name: string): { kind: MailKind; locale: Locale } | null {
  const [kind, locale, ...rest] = name.split('.')
  const known = EDITABLE_MAILS.find((candidate) => candidate === kind)
  return known && isLocale(locale) && rest.length === 0 ? { kind: known, locale } : null
}

export function builtInText(kind: MailKind, locale: Locale): MailText {
  const { subject, before, button, after } = mailOf(kind).texts[locale]
  return { subject, body: [...before, '{link}', ...after].join('\n\n'), button }
}

/**
 * Placeholders that are links. Never allowed in a subject, which lock screens show, or inside
 * another URL.
 */
const LINKS = ['link', 'forgot_url']

const LINK = `\\{(?:${LINKS.join('|')})\\}`

// Not `\s`: a mail program may take U+3000 or the invisible U+FEFF for a part of the URL.
const SPACE = '[ \\n\\t]'

/** A link touched by anything but a parenthesis before it and punctuation after it. */
const LINK_NOT_APART = new RegExp(
  `(?<!(?:^|${SPACE})\\(?)${LINK}|${LINK}(?!${PUNCTUATION}*(?:${SPACE}|$))`,
)

/** The placeholders of an email: those common to all, and those of its built-in text. */
export function placeholdersFor(kind: MailKind): string[] {
  const { subject, body } = builtInText(kind, 'en')
  return [...new Set(['product', 'host', ...LINKS, ...placeholdersOf(`${subject} ${body}`)])]
}

const form = z.strictObject({
  subject: lineField(MAIL_TEXT_LENGTHS.subject),
  body: textField(MAIL_TEXT_LENGTHS.body),
  button: lineField(MAIL_TEXT_LENGTHS.button).optional(),
})

/** Validates a text. Refuses `validation_failed` with pointers below `path`. */
export function readMailText(
  { kind, locale }: { kind: MailKind; locale: Locale },
  input: unknown,
  path = '',
): Outcome<{ text: MailText }> {
  const below = (errors: FieldError[]) =>
    refuse('validation_failed', {
      errors: errors.map((error) => ({ ...error, pointer: path + error.pointer })),
    })
  const parsed = form.safeParse(input, { reportInput: true })
  if (!parsed.success) return below(fieldErrorsOf(parsed.error))
  const text = { ...parsed.data, button: parsed.data.button ?? builtInText(kind, locale).button }
  const errors = faultsOf(kind, text)
  return errors.length > 0 ? below(errors) : { ok: true, text }
}

function faultsOf(kind: MailKind, text: MailText): FieldError[] {
  const all = placeholdersFor(kind)
  const harmless = all.filter((name) => !LINKS.includes(name))
  const faults = [
    lineFault('subject', text.subject, harmless),
    lineFault('button', text.button, harmless),
    lineFault('body', text.body, all) ?? linkFault(text.body),
  ]
  return faults.filter((fault) => fault !== null)
}

function lineFault(field: keyof MailText, text: string, placeholders: string[]): FieldError | null {
  // Every brace must belong to a placeholder: `{ link }` and `{{link}}` would reach the reader
  // unchanged.
  const rest = formatMessage(text, Object.fromEntries(placeholders.map((name) => [name, ''])))
  if (/[{}]/.test(rest)) {
    const known = placeholders.map((name) => `{${name}}`).join(' ')
    return fault(
      field,
      'placeholder_not_available',
      `Only these placeholders are available here: ${known}`,
    )
  }
  if (/<[a-z!/?]/i.test(text))
    return fault(
      field,
      'html_not_supported',
      'HTML is not supported. Tags would be shown to the recipient as text.',
    )
  return null
}

function linkFault(body: string): FieldError | null {
  if (body.split('{link}').length !== 2)
    return fault('body', 'link_required', 'Use {link} exactly once. The button goes there.')
  // Inside another URL, the link's token would be sent to that URL's owner.
  if (LINK_NOT_APART.test(body))
    return fault(
      'body',
      'link_not_apart',
      'Put ordinary spaces or line breaks around {link} and {forgot_url}. Only parentheses, and punctuation after a link, may touch it.',
    )
  return null
}

const fault = (field: string, code: string, detail: string): FieldError => ({
  pointer: `/${field}`,
  code,
  detail,
})

/**
 * Splits a text into the parts of an email, above and below the button. Without a button the link
 * is in the body text.
 */
export function partsOf({ subject, body, button }: MailText) {
  const paragraphs = body.split(/\n{2,}/).map((paragraph) => paragraph.trim())
  const place = paragraphs.indexOf('{link}')
  if (place < 0) return { subject, before: paragraphs, button: null, after: [] }
  return { subject, before: paragraphs.slice(0, place), button, after: paragraphs.slice(place + 1) }
}
