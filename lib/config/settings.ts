import { randomBytes } from 'node:crypto'
import { type Environment, parseEnvironment } from '@/lib/config/env'
import {
  environmentFaults,
  environmentWarnings,
  LEFT_TO_SETTINGS,
} from '@/lib/config/environment-rules'
import { processSingleton } from '@/lib/config/process-singleton'
import { readProviders } from '@/lib/config/provider-settings'
import { type GeneratedSecrets, toSettings } from '@/lib/config/to-settings'
import { unknownSettings } from '@/lib/config/unknown-settings'

export type Settings = Readonly<
  ReturnType<typeof toSettings> & {
    warnings: readonly string[]
    /** The variables whose values come from the settings area instead of the environment. */
    stored: readonly string[]
  }
>

type Source = Readonly<Record<string, string | undefined>>

/** Thrown if the environment is not usable: one line per fault. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly faults: string[]

  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

interface Loaded {
  settings: Settings
  /** The parsed variables, including defaults. */
  environment: Environment
  /** The variables the process was started with, without stored settings. */
  source: Source
  secrets: (dataDir: string) => GeneratedSecrets
}

const holder = () =>
  processSingleton<{ loaded: Loaded | null }>('settings', () => ({ loaded: null }))

/**
 * Parses the environment and applies the settings. `secrets` supplies what local mode generates; it
 * is called only if a secret is missing. Throws SettingsError.
 */
export function loadSettings(
  source: Source = process.env,
  secrets: (dataDir: string) => GeneratedSecrets = newSecrets,
): Settings {
  const base = { source: { ...source }, secrets: memoizeSecrets(secrets) }
  return activate({ ...base, ...read(base.source, base.secrets, []) })
}

/** The environment, over values for what it does not set. */
export function environmentOver(values: Source): Source {
  return { ...values, ...process.env }
}

/**
 * Applies the settings that result from `stored` and the environment. Throws SettingsError and then
 * changes nothing.
 */
export function loadStoredSettings(stored: Readonly<Record<string, string>>): Settings {
  return activate({ ...loaded(), ...readWith(stored) })
}

/**
 * The faults of `stored` combined with the environment: one line per fault, empty if there are
 * none.
 */
export function faultsOfStored(stored: Readonly<Record<string, string>>): string[] {
  try {
    readWith(stored)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.faults
    throw error
  }
}

/** Whether the environment sets a variable, which overrides a stored value. */
export function isSetInEnvironment(variable: string): boolean {
  const given = loaded().source[variable]?.trim()
  return Boolean(given) && !(variable === 'MAIL_DRIVER' && given === LEFT_TO_SETTINGS)
}

/** The current variables, including defaults. */
export function activeEnvironment(): Environment {
  return loaded().environment
}

/** The current settings. Throws before `loadSettings`. */
export function settings(): Settings {
  return loaded().settings
}

function loaded(): Loaded {
  const known = holder().loaded
  if (!known) throw new Error('the settings are not loaded')
  return known
}

function activate(next: Loaded): Settings {
  holder().loaded = next
  return next.settings
}

function readWith(stored: Readonly<Record<string, string>>) {
  const { source, secrets } = loaded()
  const counting = Object.entries(stored).filter(([variable]) => !isSetInEnvironment(variable))
  return read(
    { ...source, ...Object.fromEntries(counting) },
    secrets,
    counting.map(([variable]) => variable),
  )
}

function read(source: Source, secrets: Loaded['secrets'], stored: readonly string[]) {
  const parsed = parseEnvironment(source)
  const unknown = unknownSettings(source)
  const external = readProviders(source)
  if (!parsed.ok)
    throw new SettingsError([
      ...parsed.faults,
      ...otherFaults(parsed),
      ...external.faults,
      ...unknown,
    ])
  const { environment } = parsed
  const faults = [...environmentFaults(environment), ...external.faults]
  // A missing setting may be present under a misspelled name.
  if (faults.length > 0) throw new SettingsError([...faults, ...unknown])
  const warnings = [...environmentWarnings(environment), ...unknown]
  const made = toSettings(environment, external.providers, secrets)
  return { settings: deepFreeze({ ...made, warnings, stored }), environment }
}

/** Generated secrets must not change while the process runs. */
function memoizeSecrets(secrets: Loaded['secrets']): Loaded['secrets'] {
  let known: GeneratedSecrets | null = null
  return (dataDir) => (known ??= secrets(dataDir))
}

/**
 * The other faults while some values cannot be parsed, so that all are reported at once; each
 * setting once.
 */
function otherFaults({ faults, sound }: { faults: string[]; sound: Environment }): string[] {
  const reported = new Set(faults.map((fault) => fault.split(' ', 1)[0]))
  return environmentFaults(sound).filter((fault) => !reported.has(fault.split(' ', 1)[0]))
}

/** New secrets, not stored anywhere. */
export function newSecrets(): GeneratedSecrets {
  return {
    jwtSecret: randomBytes(48).toString('base64url'),
    mfaEncryptionKey: randomBytes(32).toString('base64'),
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value))
    if (child && typeof child === 'object') deepFreeze(child as object)
  return Object.freeze(value)
}
