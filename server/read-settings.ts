import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { config as readDotenv } from 'dotenv'
import {
  environmentOver,
  loadSettings,
  newSecrets,
  type Settings,
  SettingsError,
} from '@/lib/config/settings'
import type { GeneratedSecrets } from '@/lib/config/to-settings'

interface ReadOptions {
  /** Nothing is written to disk. */
  checkOnly?: boolean
  /** With `checkOnly`: called if local mode would create secrets, with the path of the file. */
  onMissingSecrets?: (file: string) => void
  /**
   * The environment of this process does not get the values of `.env`, so the workers that it
   * starts read those themselves.
   */
  leaveEnvironment?: boolean
}

/**
 * Applies the settings: `.env` in the working directory, overridden by the environment. Throws
 * SettingsError.
 */
export function applySettings(options: ReadOptions = {}): Settings {
  const { checkOnly = false, leaveEnvironment = false, onMissingSecrets } = options
  const values: Record<string, string> = {}
  readDotenv({ quiet: true, ...(leaveEnvironment && { processEnv: values }) })
  const secrets = checkOnly
    ? (dataDir: string) => readLocalSecrets(dataDir, onMissingSecrets)
    : loadLocalSecrets
  return loadSettings(environmentOver(values), secrets)
}

/** The same, but on errors it prints one line each and exits the process with code 1. */
export function readSettings(options: ReadOptions = {}): Settings {
  try {
    return applySettings(options)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    for (const fault of error.faults) process.stderr.write(`${fault}\n`)
    process.exit(1)
  }
}

/**
 * The secrets generated for local mode: read from `secrets.json` in `dataDir`, which is created
 * first if missing (readable only by the owner). Two processes that start at the same time agree on
 * one file. Throws SettingsError.
 */
function loadLocalSecrets(dataDir: string): GeneratedSecrets {
  return within(() => {
    const file = join(dataDir, 'secrets.json')
    makeFolder(dataDir)
    return read(file) ?? write(dataDir, file)
  })
}

/** The same without creating them: secrets that nothing is encrypted under, if there are none. */
function readLocalSecrets(
  dataDir: string,
  onMissing: ReadOptions['onMissingSecrets'],
): GeneratedSecrets {
  return within(() => {
    const file = join(dataDir, 'secrets.json')
    const kept = read(file)
    if (!kept) onMissing?.(resolve(file))
    return kept ?? newSecrets()
  })
}

/** The last step is not recursive: Node would report a read-only file system as ENOENT. */
function makeFolder(folder: string): void {
  mkdirSync(dirname(resolve(folder)), { recursive: true, mode: 0o700 })
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function within(secrets: () => GeneratedSecrets): GeneratedSecrets {
  try {
    return secrets()
  } catch (error) {
    if (error instanceof SettingsError) throw error
    throw new SettingsError([`DATA_DIR cannot be used: ${(error as Error).message}`])
  }
}

function read(file: string): GeneratedSecrets | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  // A damaged file is not replaced: new secrets would end every session and make encrypted data
  // unreadable.
  const kept = parse(text)
  if (!kept)
    throw new SettingsError([
      `DATA_DIR holds a damaged secrets.json (${file}); restore or delete it`,
    ])
  return kept
}

function parse(text: string): GeneratedSecrets | null {
  try {
    const { jwtSecret, mfaEncryptionKey } = JSON.parse(text) as Partial<GeneratedSecrets>
    if (typeof jwtSecret !== 'string' || jwtSecret.length < 32) return null
    if (
      typeof mfaEncryptionKey !== 'string' ||
      Buffer.from(mfaEncryptionKey, 'base64').length !== 32
    )
      return null
    return { jwtSecret, mfaEncryptionKey }
  } catch {
    return null
  }
}

function write(dataDir: string, file: string): GeneratedSecrets {
  const secrets = newSecrets()
  const draft = join(dataDir, `.secrets-${randomUUID()}`)
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
    return secrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return read(file) ?? secrets
  } finally {
    rmSync(draft, { force: true })
  }
}
