import { z } from 'zod'
import { type EditableSetting, STORED_AREAS, type StoredArea } from '@/lib/config/define-setting'
import { type EnvironmentName, settingEntries } from '@/lib/config/env'

export type { SettingKind, StoredArea } from '@/lib/config/define-setting'

export const storedAreaName = z.enum(STORED_AREAS)

/** A setting that administrators can store unless the environment sets it. */
export interface SettingDefinition extends EditableSetting {
  env: EnvironmentName
}

/** All settings of the settings area, in the order in which pages show them. */
export const settingDefinitions: readonly SettingDefinition[] = settingEntries.flatMap(
  ([env, { editable }]) => (editable ? [{ env, ...editable }] : []),
)

export function settingsOf(area: StoredArea): readonly SettingDefinition[] {
  return settingDefinitions.filter((definition) => definition.area === area)
}

/** A setting by its name in the API. Throws if there is none. */
export function settingNamed(name: string): SettingDefinition {
  const found = settingDefinitions.find((definition) => definition.name === name)
  if (!found) throw new Error(`there is no setting ${name}`)
  return found
}
