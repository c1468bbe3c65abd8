import { parseDurationSeconds } from '@/lib/config/env'
import { environmentInForce, settings } from '@/lib/config/settings'
import type { SettingDefinition } from '@/lib/settings/setting-definitions'

/** A value of several texts: those of a mail. */
type Fields = Readonly<Record<string, string>>

/** A value as clients send it; null removes what is stored. */
export type SettingInput = string | number | boolean | readonly string[] | Fields | null

/** A value as clients see it: of a secret only whether there is one. */
export type ShownValue =
  string | number | boolean | readonly string[] | Fields | { set: boolean } | null

const MAX_LENGTH = 2000
const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const

/** A value in the form of its variable, or the code of what is wrong with it. */
export function toVariableText(
  definition: SettingDefinition,
  input: Exclude<SettingInput, null>,
): { ok: true; text: string } | { ok: false; code: string } {
  const text = textOf(definition, input)
  if (text === null) return { ok: false, code: 'invalid_type' }
  if (text === '') return { ok: false, code: 'too_short' }
  if (text.length > MAX_LENGTH) return { ok: false, code: 'too_long' }
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return { ok: false, code: 'invalid_characters' }
  const { choices } = definition
  if (choices && !choices.includes(text)) return { ok: false, code: 'not_supported' }
  return isWithinBounds(definition, text) ? { ok: true, text } : { ok: false, code: 'out_of_range' }
}

function textOf({ kind }: SettingDefinition, input: Exclude<SettingInput, null>): string | null {
  switch (kind) {
    case 'number':
      return typeof input === 'number' && Number.isSafeInteger(input) ? String(input) : null
    case 'duration':
      return typeof input === 'number'
        ? String(input)
        : typeof input === 'string'
          ? input.trim()
          : null
    case 'boolean':
      return typeof input === 'boolean' ? String(input) : null
    case 'list':
      // An empty list is as good as none, and `,` is how a variable says so.
      return Array.isArray(input) ? input.join(',') || ',' : null
    default:
      return typeof input === 'string' ? input.trim() : null
  }
}

/** Whether a value in the form of its variable is within what may be stored. */
export function isWithinBounds(
  { kind, min, max, choices }: SettingDefinition,
  text: string,
): boolean {
  if (choices) return choices.includes(text)
  if (kind !== 'number' && kind !== 'duration') return true
  const value = kind === 'number' ? Number(text) : parseDurationSeconds(text)
  return value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
}

/** The value in force, as clients may see it. */
export function shownValue({ env, kind, effective }: SettingDefinition): ShownValue {
  const value = environmentInForce()[env] as string | number | boolean | string[] | undefined
  if (kind === 'secret') return { set: value !== undefined }
  if (effective) return effective(settings())
  if (kind === 'duration' && typeof value === 'number') return shortDuration(value)
  return value ?? null
}

/** A stored or wanted value for the audit trail: of a secret only that there is one. */
export function auditedValue({ kind }: SettingDefinition, text: string | undefined): string | null {
  if (text === undefined) return null
  return kind === 'secret' ? '[masked]' : text
}

/** Seconds in the largest unit that divides them: 900 is `15m`. */
function shortDuration(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0) ?? ['s', 1]
  return `${seconds / length}${unit}`
}
