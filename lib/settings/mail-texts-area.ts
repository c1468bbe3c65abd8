import { createHash } from 'node:crypto'
import { locales } from '@/lib/i18n/locale'
import {
  findMailText,
  listMailTexts,
  type MailTextKey,
  removeMailText,
  storeMailText,
} from '@/lib/messaging/mail/mail-text.store'
import {
  builtInText,
  EDITABLE_MAILS,
  type MailText,
  parseMailTextName,
  readMailText,
} from '@/lib/messaging/mail/editable-text'
import { validText } from '@/lib/messaging/mail/stored-text'
import type { Tx } from '@/lib/platform/db/database'
import { fieldError } from '@/lib/platform/field-errors'
import { type FieldError, type Outcome, refuse } from '@/lib/platform/problems'
import { testMailTextsArea } from '@/lib/settings/provider-checks'
import type { SettingInput, ShownValue } from '@/lib/settings/setting-values'
import type { AreaChange, SettingsArea } from '@/lib/settings/settings-area'

/**
 * The texts of emails, by names such as `verify_email.en`: `{subject, body, button}`; null restores
 * the built-in text.
 */
export const mailTextsArea: SettingsArea = {
  name: 'mail-texts',
  permission: 'settings:manage',
  decidesMail: 'texts',
  test: testMailTextsArea,
  read: async (db) => {
    const rows = await listMailTexts(db)
    const values: Record<string, ShownValue> = {}
    for (const kind of EDITABLE_MAILS)
      for (const locale of locales) {
        const row = rows.find((each) => each.kind === kind && each.locale === locale)
        const written = row ? validText({ kind, locale }, row) : null
        values[`${kind}.${locale}`] = { ...(written ?? builtInText(kind, locale)) }
      }
    return { values, locked: [] }
  },
  change: async (tx, values, { now }, { userId }) => {
    const { wanted, errors } = validateTexts(values)
    if (errors.length > 0) return refuse('validation_failed', { errors })
    return change(tx, wanted, { userId, now })
  },
}

/**
 * The version of an email's text, for a form that edits this text only: the version of the area
 * also changes with every other text.
 */
export function mailTextVersion({ subject, body, button }: MailText): string {
  const text = JSON.stringify([subject, body, button])
  return createHash('sha256').update(text).digest('hex').slice(0, VERSION_DIGITS)
}

const VERSION_DIGITS = 32
export const MAIL_TEXT_VERSION = new RegExp(`^[0-9a-f]{${VERSION_DIGITS}}$`)
/** The version of no text: a form with it is refused as outdated. */
export const UNKNOWN_MAIL_TEXT_VERSION = '0'.repeat(VERSION_DIGITS)

/** The area as changed by the form of one text: refuses `precondition_failed` if it has changed. */
export const mailTextsAreaAt = (key: MailTextKey, version: string): SettingsArea => ({
  ...mailTextsArea,
  change: async (tx, ...change) => {
    const current = (await findMailText(tx, key)) ?? builtInText(key.kind, key.locale)
    return mailTextVersion(current) === version
      ? mailTextsArea.change(tx, ...change)
      : refuse('precondition_failed')
  },
})

interface WantedText {
  name: string
  key: MailTextKey
  /** Null: the built-in text. */
  text: MailText | null
}

function validateTexts(values: Readonly<Record<string, SettingInput>>): {
  wanted: WantedText[]
  errors: FieldError[]
} {
  const wanted: WantedText[] = []
  const errors: FieldError[] = []
  for (const [name, input] of Object.entries(values)) {
    const key = parseMailTextName(name)
    if (!key) errors.push(fieldError(['values', name], 'unknown_field'))
    else if (input === null) wanted.push({ name, key, text: null })
    else {
      const read = readMailText(key, input, fieldError(['values', name], 'invalid').pointer)
      if (!read.ok) errors.push(...(read.errors ?? []))
      else
        wanted.push({
          name,
          key,
          text: same(read.text, builtInText(key.kind, key.locale)) ? null : read.text,
        })
    }
  }
  return { wanted, errors }
}

async function change(
  tx: Tx,
  wanted: readonly WantedText[],
  by: { userId: string; now: Date },
): Promise<Outcome<{ change: AreaChange }>> {
  const done: AreaChange = { before: {}, after: {} }
  for (const { name, key, text } of wanted) {
    const stored = await findMailText(tx, key)
    if (stored === text || (stored && text && same(stored, text))) continue
    if (text) await storeMailText(tx, key, text, by)
    else await removeMailText(tx, key)
    done.before[name] = audited(stored)
    done.after[name] = audited(text)
  }
  return { ok: true, change: done }
}

const textOf = ({ subject, body, button }: MailText): MailText => ({ subject, body, button })

const same = (one: MailText, other: MailText) =>
  one.subject === other.subject && one.body === other.body && one.button === other.button

/** The full text before and after, because it is needed to investigate a wrong email. */
const audited = (text: MailText | null) => text && JSON.stringify(textOf(text))
