import type { Db, Tx } from '@/lib/platform/db/database'

/** A stored setting: plain, or encrypted if it is a secret. */
export interface StoredRow {
  variable: string
  value: string | null
  sealed: Uint8Array | null
}

/** All stored settings, and the number of changes so far. */
export async function readStoredSettings(db: Db): Promise<{ rows: StoredRow[]; version: number }> {
  // Reads the version first: the next comparison then detects a change between the two reads.
  const version = await readSettingsVersion(db)
  const rows = await db.storedSetting.findMany({
    select: { variable: true, value: true, sealed: true },
    orderBy: { variable: 'asc' },
  })
  return { rows, version }
}

/** The number of changes so far, across all areas. */
export async function readSettingsVersion(db: Db): Promise<number> {
  const [found] = await db.$queryRaw<{ version: number }[]>`
    SELECT COALESCE(sum(version), 0)::int AS version FROM setting_areas`
  return found!.version
}

/** The version of an area for its ETag: 1 before the first change. */
export async function readAreaVersion(db: Db, area: string): Promise<number> {
  const found = await db.settingArea.findUnique({ where: { area }, select: { version: true } })
  return found?.version ?? 1
}

/** Locks an area until `tx` ends and returns its version. */
export async function lockAreaForUpdate(tx: Tx, area: string): Promise<number> {
  await tx.$executeRaw`INSERT INTO setting_areas (area, version) VALUES (${area}, 1) ON CONFLICT (area) DO NOTHING`
  const [held] = await tx.$queryRaw<{ version: number }[]>`
    SELECT version FROM setting_areas WHERE area = ${area} FOR UPDATE`
  return held!.version
}

/** Increments the version of an area locked by `tx`. Returns the new version. */
export async function countAreaChange(tx: Tx, area: string): Promise<number> {
  const { version } = await tx.settingArea.update({
    where: { area },
    data: { version: { increment: 1 } },
    select: { version: true },
  })
  return version
}

/** Stores a setting, replacing the previous value. */
export async function storeSetting(tx: Tx, row: StoredRow, now: Date): Promise<void> {
  const data = {
    value: row.value,
    sealed: row.sealed && new Uint8Array(row.sealed),
    updatedAt: now,
  }
  await tx.storedSetting.upsert({
    where: { variable: row.variable },
    create: { variable: row.variable, ...data },
    update: data,
  })
}

export async function removeSetting(tx: Tx, variable: string): Promise<void> {
  await tx.storedSetting.deleteMany({ where: { variable } })
}

/**
 * Replaces an encrypted value by the same value under another key, unless it was changed in the
 * meantime.
 */
export async function resealSetting(
  db: Db,
  { variable, from, to }: { variable: string; from: Uint8Array; to: Uint8Array },
): Promise<void> {
  await db.$executeRaw`
    UPDATE stored_settings SET sealed = ${new Uint8Array(to)} WHERE variable = ${variable} AND sealed = ${new Uint8Array(from)}`
}
