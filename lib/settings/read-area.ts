import { db } from '@/lib/platform/db/database'
import { reloadSettings } from '@/lib/settings/follow-settings'
import type { ShownValue } from '@/lib/settings/setting-values'
import type { AreaHealth, SettingsArea } from '@/lib/settings/settings-area'
import { readAreaVersion } from '@/lib/settings/stored-settings.store'

/** An area as it is now. */
export interface AreaState {
  values: Record<string, ShownValue>
  /** The names that the environment decides. */
  locked: string[]
  health: AreaHealth | null
  version: number
}

/**
 * Reads an area, as the database has it. The version first: the values may be newer, never older, so that If-Match never lets
 * a change through that was made to something else.
 */
export async function readArea(area: SettingsArea): Promise<AreaState> {
  const version = await readAreaVersion(db(), area.name)
  await reloadSettings()
  const { values, locked } = await area.read(db())
  return { values, locked, health: (await area.health?.()) ?? null, version }
}
