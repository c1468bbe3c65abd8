import type { EnvironmentName } from '@/lib/config/env'
import { parseDurationSeconds } from '@/lib/config/setting-formats'
import { activeEnvironment, type Settings, settings } from '@/lib/config/settings'
import type { SettingDefinition } from '@/lib/settings/setting-definitions'

/** A value with several texts, such as those of an email. */
type Fields = Readonly<Record<string, string>>

/** A value as sent by clients; null removes the stored one. */
export type SettingInput = string | number | boolean | readonly string[] | Fields | null

/** A value as shown to clients; for a secret, only whether it is set. */
export type ShownValue =
  string | number | boolean | readonly string[] | Fields | { set: boolean } | null

const MAX_LENGTH = 2000
const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const

/** Converts a value to the format of its variable, or returns an error code. */
export function toVariableText(
  definition: SettingDefinition,
  input: Exclude<SettingInput, null>,
): { ok: true; text: string } | { ok: false; code: string } {
  const text = textOf(definition, input)
  if (text === null) return { ok: false, code: 'invalid_type' }
  if (text === '') return { ok: false, code: 'too_short' }
  if (text.length > MAX_LENGTH) return { ok: false, code: 'too_long' }
  if (/[\p{Cc}\p{Cs}]/u.test(text)) return { ok: false, code: 'invalid_characters' }
  const { choices, ifUnusable } = definition
  if (text === ifUnusable) return { ok: true, text }
  if (choices && !Object.hasOwn(choices, text)) return { ok: false, code: 'not_supported' }
  if (definition.kind === 'duration' && !/^\d+[smhd]?$/.test(text))
    return { ok: false, code: 'invalid_duration' }
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
      // An empty list counts as none, which a variable expresses as `,`.
      return Array.isArray(input) ? input.join(',') || ',' : null
    default:
      return typeof input === 'string' ? input.trim() : null
  }
}

/** Whether a value in the format of its variable is within the limits for stored settings. */
export function isWithinBounds(
  { kind, min, max, choices, ifUnusable }: SettingDefinition,
  text: string,
): boolean {
  if (text === ifUnusable) return true
  if (choices) return Object.hasOwn(choices, text)
  if (kind !== 'number' && kind !== 'duration') return true
  const value = kind === 'number' ? Number(text) : parseDurationSeconds(text)
  return value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
}

/** The values in force that the variable alone does not determine. */
const COMPUTED: Partial<Record<EnvironmentName, (settings: Settings) => string | number>> = {
  MAIL_DRIVER: ({ mail }) => mail.driver,
  MAIL_FROM: ({ mail }) => mail.from,
  PAYMENT_PROVIDER: ({ payments }) => payments.provider ?? '',
  AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: ({ guard }) => guard.maxLoginAttemptsPerIp,
  ACCOUNT_ERASE_AFTER: ({ accountEraseAfterSeconds: seconds }) =>
    seconds === null ? 'off' : shortDuration(seconds),
}

/** The value in force, in the form clients may see. */
export function shownValue({ env, kind }: SettingDefinition): ShownValue {
  const value = activeEnvironment()[env] as string | number | boolean | string[] | undefined
  if (kind === 'secret') return { set: value !== undefined }
  const computed = COMPUTED[env]
  if (computed) return computed(settings())
  if (kind === 'duration' && typeof value === 'number') return shortDuration(value)
  return value ?? null
}

/** A stored or requested value for the audit trail; for a secret, only whether it is set. */
export function auditedValue({ kind }: SettingDefinition, text: string | undefined): string | null {
  if (text === undefined) return null
  return kind === 'secret' ? '[masked]' : text
}

/** Seconds in the largest unit that divides them: 900 is `15m`. */
function shortDuration(seconds: number): string {
  const [unit, length] = UNITS.find(([, length]) => seconds % length === 0) ?? ['s', 1]
  return `${seconds / length}${unit}`
}
