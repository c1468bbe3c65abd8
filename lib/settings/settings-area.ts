import type { PermissionName } from '@/lib/config/permission-catalog'
import { type Db, db, type Tx } from '@/lib/platform/db/database'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { reloadSettings } from '@/lib/settings/follow-settings'
import type { SettingInput, ShownValue } from '@/lib/settings/setting-values'
import { readAreaVersion } from '@/lib/settings/stored-settings.store'

/** How what an area configures is doing. */
export interface AreaHealth {
  lastSuccessAt: Date | null
  lastErrorAt: Date | null
  lastError: string | null
  /** How much waits to be sent or settled. */
  queueLength: number
}

/** What came of a test: whether it worked, and what the provider said, word for word. */
export interface TestResult {
  passed: boolean
  detail: string
}

/** What of an area was changed, for the audit trail: by names, secrets masked. */
export interface AreaChange {
  before: Record<string, string | null>
  after: Record<string, string | null>
}

/** A part of the settings area that is read and changed as a whole. */
export interface SettingsArea {
  name: string
  permission: PermissionName
  /** Every value in force, and the names that the environment decides. */
  read(db: Db): Promise<{ values: Record<string, ShownValue>; locked: string[] }>
  /**
   * Stores some values in `tx`, which holds the area; null removes one. Refuses `validation_failed`
   * with pointers below /values; then nothing may have been written. An empty change means that all
   * was so already.
   */
  change(
    tx: Tx,
    values: Readonly<Record<string, SettingInput>>,
    ctx: RequestContext,
    actor: Principal,
  ): Promise<Outcome<{ change: AreaChange }>>
  /**
   * Whether a change decides how mail leaves, or what it says: all who may manage settings are
   * told.
   */
  decidesMail?: 'sender' | 'texts'
  health?(): Promise<AreaHealth>
  /**
   * Tries what is in force; `to` is where a test message goes, where one is sent, `name` which of
   * the values is tried.
   */
  test?(
    by: { to: string | undefined; name?: string | undefined; actor: Principal },
    ctx: RequestContext,
  ): Promise<Outcome<TestResult>>
}

/** An area as it is now. */
export interface AreaState {
  values: Record<string, ShownValue>
  /** The names that the environment decides. */
  locked: string[]
  health: AreaHealth | null
  version: number
}

/**
 * Reads an area, as the database has it. The version first: the values may be newer, never older,
 * so that If-Match never lets a change through that was made to something else.
 */
export async function readArea(area: SettingsArea): Promise<AreaState> {
  const version = await readAreaVersion(db(), area.name)
  await reloadSettings()
  const { values, locked } = await area.read(db())
  return { values, locked, health: (await area.health?.()) ?? null, version }
}
