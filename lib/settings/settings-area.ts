import type { PermissionName } from '@/lib/config/permission-catalog'
import { type Db, db, type Tx } from '@/lib/platform/db/database'
import type { Outcome } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'
import { reloadSettings } from '@/lib/settings/follow-settings'
import type { SettingInput, ShownValue } from '@/lib/settings/setting-values'
import { readAreaVersion } from '@/lib/settings/stored-settings.store'

/** The health of what an area configures. */
export interface AreaHealth {
  lastSuccessAt: Date | null
  lastErrorAt: Date | null
  lastError: string | null
  /** How many items wait to be sent or settled. */
  queueLength: number
}

/** The result of a test: whether it passed, and the provider's answer verbatim. */
export interface TestResult {
  passed: boolean
  detail: string
}

/** The changed values for the audit trail, by name, with secrets masked. */
export interface AreaChange {
  before: Record<string, string | null>
  after: Record<string, string | null>
  /** The areas of these values, if there can be others than the saved one. */
  areas?: readonly string[]
}

/** A group of settings that is read and changed as a whole. */
export interface SettingsArea {
  name: string
  permission: PermissionName
  /** All values in force, and the names set by the environment. */
  read(db: Db): Promise<{ values: Record<string, ShownValue>; locked: string[] }>
  /**
   * Stores some values in `tx`, which has locked the area; null removes one. Refuses
   * `validation_failed` with pointers below /values; then nothing may have been written. An empty
   * change means that nothing differed.
   */
  change(
    tx: Tx,
    values: Readonly<Record<string, SettingInput>>,
    ctx: RequestContext,
    actor: SessionPrincipal,
  ): Promise<Outcome<{ change: AreaChange }>>
  /**
   * Set if a change affects how email is sent or what it says: everyone who may manage settings is
   * notified.
   */
  decidesMail?: 'sender' | 'texts'
  health?(): Promise<AreaHealth>
  /** What follows from a change, in its transaction. */
  onChange?(tx: Tx, change: AreaChange, ctx: RequestContext): Promise<void>
  /**
   * Tests the settings in force. `to` is the recipient of a test message, if one is sent; `name`
   * selects the value to test.
   */
  test?(
    by: { to: string | undefined; name?: string | undefined; actor: SessionPrincipal },
    ctx: RequestContext,
  ): Promise<Outcome<TestResult>>
}

/** The current state of an area. */
export interface AreaState {
  values: Record<string, ShownValue>
  /** The names set by the environment. */
  locked: string[]
  health: AreaHealth | null
  version: number
}

/**
 * Reads an area from the database. Reads the version first: the values may be newer than the
 * version but never older, so If-Match never accepts a change based on outdated values.
 */
export async function readArea(area: SettingsArea): Promise<AreaState> {
  const version = await readAreaVersion(db(), area.name)
  await reloadSettings()
  const { values, locked } = await area.read(db())
  return { values, locked, health: (await area.health?.()) ?? null, version }
}
