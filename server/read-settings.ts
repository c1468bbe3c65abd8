import { config as readDotenv } from 'dotenv'
import { loadSettings, newSecrets, SettingsError, type Settings } from '@/lib/config/settings'
import { keptSecrets } from '@/server/local-secrets'

/**
 * Puts the settings in force: `.env` of the working directory, over which the environment wins. On a fault it prints one
 * line per fault and ends the process with exit code 1. With `checkOnly` nothing is made on disk.
 */
export function readSettings({ checkOnly = false } = {}): Settings {
  readDotenv({ quiet: true })
  try {
    return loadSettings(undefined, checkOnly ? newSecrets : keptSecrets)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    for (const fault of error.faults) process.stderr.write(`${fault}\n`)
    process.exit(1)
  }
}
