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
    /** The variables whose values come from the settings area rather than from the environment. */
    stored: readonly string[]
  }
>

type Source = Readonly<Record<string, string | undefined>>

/** Thrown when the environment is not usable: one line per fault. */
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
  /** The variables as they were parsed, defaults included. */
  environment: Environment
  /** What the process was started with, before anything stored. */
  source: Source
  secrets: (dataDir: string) => GeneratedSecrets
}

const holder = () =>
  processSingleton<{ loaded: Loaded | null }>('settings', () => ({ loaded: null }))

/**
 * Parses the environment and puts the settings in force. `secrets` supplies what local mode
 * generates; it is asked only when something is missing. Throws SettingsError.
 */
export function loadSettings(
  source: Source = process.env,
  secrets: (dataDir: string) => GeneratedSecrets = newSecrets,
): Settings {
  const base = { source: { ...source }, secrets: askedOnce(secrets) }
  return putInForce({ ...base, ...read(base.source, base.secrets, []) })
}

/**
 * Puts the settings in force that `stored` and the environment make together. Throws SettingsError
 * and changes nothing.
 */
export function loadStoredSettings(stored: Readonly<Record<string, string>>): Settings {
  return putInForce({ ...loaded(), ...readWith(stored) })
}

/**
 * What is wrong with `stored` beside the environment: one line per fault, empty when all is well.
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

/** Whether the environment decides a variable, so that nothing stored counts. */
export function isSetInEnvironment(variable: string): boolean {
  const given = loaded().source[variable]?.trim()
  return Boolean(given) && !(variable === 'MAIL_DRIVER' && given === LEFT_TO_SETTINGS)
}

/** The variables in force, defaults included. */
export function environmentInForce(): Environment {
  return loaded().environment
}

/** The settings in force. Throws before `loadSettings`. */
export function settings(): Settings {
  return loaded().settings
}

function loaded(): Loaded {
  const known = holder().loaded
  if (!known) throw new Error('the settings are not loaded')
  return known
}

function putInForce(next: Loaded): Settings {
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
      ...faultsBeside(parsed),
      ...external.faults,
      ...unknown,
    ])
  const { environment } = parsed
  const faults = [...environmentFaults(environment), ...external.faults]
  // A setting that is missing may be there under a misspelled name.
  if (faults.length > 0) throw new SettingsError([...faults, ...unknown])
  const warnings = [...environmentWarnings(environment), ...unknown]
  const made = toSettings(environment, external.providers, secrets)
  return { settings: deepFreeze({ ...made, warnings, stored }), environment }
}

/** Generated secrets must not change while the process runs. */
function askedOnce(secrets: Loaded['secrets']): Loaded['secrets'] {
  let known: GeneratedSecrets | null = null
  return (dataDir) => (known ??= secrets(dataDir))
}

/**
 * What else is wrong while some values cannot be read, so that all of it is told at once; each
 * setting once.
 */
function faultsBeside({ faults, sound }: { faults: string[]; sound: Environment }): string[] {
  const told = new Set(faults.map((fault) => fault.split(' ', 1)[0]))
  return environmentFaults(sound).filter((fault) => !told.has(fault.split(' ', 1)[0]))
}

/** Fresh secrets, kept nowhere. */
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
