import { STORED_AREAS } from '@/lib/config/define-setting'
import { faultsOfStored, isSetInEnvironment, loadStoredSettings } from '@/lib/config/settings'
import { openSealed, resealed, seal } from '@/lib/platform/crypto'
import { db, type Db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { sealingFor } from '@/lib/platform/sealing'
import { type SettingDefinition, settingDefinitions } from '@/lib/settings/setting-definitions'
import { isWithinBounds } from '@/lib/settings/setting-values'
import {
  readStoredSettings,
  resealSetting,
  type StoredRow,
} from '@/lib/settings/stored-settings.store'

/** Stored values by variable name, decrypted. */
export type StoredValues = Readonly<Record<string, string>>

const definitions = new Map<string, SettingDefinition>(
  settingDefinitions.map((definition) => [definition.env, definition]),
)

/**
 * Reads the stored values and applies the settings that result from them and the environment.
 * Returns the version it read.
 */
export async function loadStoredValues(): Promise<number> {
  const { rows, version } = await readStoredSettings(db())
  loadStoredSettings(validValues(rows))
  return version
}

/** The stored values, by whether they apply. */
export interface StoredState {
  /** The valid values, and the safe values of settings whose own cannot apply. */
  applied: StoredValues
  /** The values that cannot apply; empty if one cannot be decrypted. */
  ignored: StoredValues
  /** Those of the ignored values that could apply together with other settings. */
  dormant: StoredValues
}

export async function readStoredState(from: Db): Promise<StoredState> {
  const { rows } = await readStoredSettings(from)
  const opened = openRows(rows)
  const fitting = dropInvalidStored(opened)
  const idle = rows.filter(
    ({ variable }) =>
      definitions.has(variable) && !(variable in fitting) && !isSetInEnvironment(variable),
  )
  return {
    applied: withSafeValues(rows, fitting),
    ignored: Object.fromEntries(
      idle.map(({ variable, value }) => [variable, value ?? opened[variable] ?? '']),
    ),
    dormant: Object.fromEntries(
      idle.flatMap(({ variable }) => (variable in opened ? [[variable, opened[variable]!]] : [])),
    ),
  }
}

/** What applies of the rows. */
const validValues = (rows: readonly StoredRow[]) =>
  withSafeValues(rows, dropInvalidStored(openRows(rows)))

/** Adds the safe value of each setting whose stored one cannot apply. */
function withSafeValues(rows: readonly StoredRow[], fitting: StoredValues): StoredValues {
  const values = { ...fitting }
  for (const { variable } of rows) {
    const safe = definitions.get(variable)?.ifUnusable
    if (safe !== undefined && !isSetInEnvironment(variable)) values[variable] ??= safe
  }
  return values
}

function openRows(rows: readonly StoredRow[]): StoredValues {
  const values: Record<string, string> = {}
  for (const { variable, value, sealed } of rows) {
    const definition = definitions.get(variable)
    if (!definition) continue
    const opened = value ?? openOrIgnore(variable, sealed!)
    if (opened === null) continue
    if (isWithinBounds(definition, opened)) values[variable] = opened
    else logger().warn({ variable }, 'a stored setting is out of bounds and is ignored')
  }
  return values
}

function openOrIgnore(variable: string, sealed: Uint8Array): string | null {
  try {
    const { value, outdated } = openSetting(variable, sealed)
    if (outdated) void reseal(variable, value, sealed)
    return value
  } catch (error) {
    logger().warn({ variable, error }, 'a stored setting cannot be decrypted and is ignored')
    return null
  }
}

async function reseal(variable: string, value: string, from: Uint8Array): Promise<void> {
  try {
    await resealSetting(db(), { variable, from, to: sealSetting(variable, value) })
  } catch (error) {
    logger().warn(
      { variable, error },
      'a stored setting could not be re-encrypted under the current key',
    )
  }
}

/**
 * Keeps the values that are valid together with the environment, which may have changed since they
 * were stored. `onDrop` gets the others and what is wrong with them.
 */
export function dropInvalid(
  values: StoredValues,
  onDrop: (variables: readonly string[], faults: readonly string[]) => void = () => {},
): StoredValues {
  let fitting = values
  for (;;) {
    const faults = faultsOfStored(fitting)
    if (faults.length === 0) return fitting
    const variables = culpritsOf(fitting, faults)
    fitting = without(fitting, variables)
    onDrop(variables, faults)
  }
}

/** Stored values that are invalid are skipped: they must not keep the service from starting. */
const dropInvalidStored = (stored: StoredValues) =>
  dropInvalid(stored, (variables, faults) =>
    logger().warn({ variables, faults }, 'stored settings do not fit and are ignored'),
  )

/**
 * The values to ignore: those that a fault names. A fault may name only a variable that the
 * environment no longer sets; then the one value, or else the one area, without which fewer faults
 * remain. Values of other areas, such as the policy, must not fall back to defaults because of it.
 */
function culpritsOf(stored: StoredValues, faults: readonly string[]): string[] {
  const variables = Object.keys(stored)
  const named = variables.filter((variable) => faults.some((fault) => mentions(fault, variable)))
  if (named.length > 0) return named
  const areas = STORED_AREAS.map((area) =>
    variables.filter((variable) => definitions.get(variable)?.area === area),
  )
  const helps = (group: string[]) => faultsOfStored(without(stored, group)).length < faults.length
  return [...variables.map((variable) => [variable]), ...areas].find(helps) ?? variables
}

function without(stored: StoredValues, variables: readonly string[]): StoredValues {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !variables.includes(name)))
}

/** Whether an error message names a variable. */
export function mentions(fault: string, variable: string): boolean {
  return fault.split(/[^A-Z0-9_]+/).includes(variable)
}

/** Separate keys, so that a leaked one doesn't decrypt any user's two-step verification secret. */
const PURPOSE = 'gatehouse settings v1'

/** Encrypts a setting for the database. It can only be decrypted under the name of its variable. */
export function sealSetting(variable: string, value: string): Buffer<ArrayBuffer> {
  return seal(Buffer.from(value), sealingFor(PURPOSE, variable))
}

/** Decrypts a setting. Throws if it was modified or moved, or if its key isn't configured. */
function openSetting(variable: string, sealed: Uint8Array): { value: string; outdated: boolean } {
  const { plain, outdated } = openSealed(sealed, sealingFor(PURPOSE, variable))
  return { value: plain.toString(), outdated }
}

/** The sealed bytes of a setting under the present key; null if they are. Throws. */
export function resealedSetting(sealed: Uint8Array, variable: string): Buffer<ArrayBuffer> | null {
  return resealed(sealed, sealingFor(PURPOSE, variable))
}
