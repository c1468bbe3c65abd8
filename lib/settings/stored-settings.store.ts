import type { Db, Tx } from '@/lib/platform/db/database'

/** A setting as it is stored: plain, or sealed where it is a secret. */
export interface StoredRow {
  variable: string
  value: string | null
  sealed: Uint8Array | null
}

/** All stored settings, and how often settings were changed so far. */
export async function readStoredSettings(db: Db): Promise<{ rows: StoredRow[]; version: number }> {
  // The version first: a change between the two is found again by the next comparison.
  const version = await readSettingsVersion(db)
  const rows = await db.storedSetting.findMany({
    select: { variable: true, value: true, sealed: true },
    orderBy: { variable: 'asc' },
  })
  return { rows, version }
}

/** How often settings were changed so far, in all areas. */
export async function readSettingsVersion(db: Db): Promise<number> {
  const [found] = await db.$queryRaw<{ version: number }[]>`
    SELECT COALESCE(sum(version), 0)::int AS version FROM setting_areas`
  return found!.version
}

/** The version of an area, for its entity tag: 1 before the first change. */
export async function readAreaVersion(db: Db, area: string): Promise<number> {
  const found = await db.settingArea.findUnique({ where: { area }, select: { version: true } })
  return found?.version ?? 1
}

/** The version of an area, which no other transaction changes until `tx` ends. */
export async function lockAreaForUpdate(tx: Tx, area: string): Promise<number> {
  await tx.$executeRaw`INSERT INTO setting_areas (area, version) VALUES (${area}, 1) ON CONFLICT (area) DO NOTHING`
  const [held] = await tx.$queryRaw<{ version: number }[]>`
    SELECT version FROM setting_areas WHERE area = ${area} FOR UPDATE`
  return held!.version
}

/** Counts a change of an area that `tx` holds. Returns its new version. */
export async function countAreaChange(tx: Tx, area: string): Promise<number> {
  const { version } = await tx.settingArea.update({
    where: { area },
    data: { version: { increment: 1 } },
    select: { version: true },
  })
  return version
}

/** Stores a setting, in place of what was stored before. */
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

/** Removes a stored setting, if there is one. */
export async function removeSetting(tx: Tx, variable: string): Promise<void> {
  await tx.storedSetting.deleteMany({ where: { variable } })
}

/**
 * Replaces a sealed value by the same one under another key, unless somebody changed it meanwhile.
 */
export async function resealSetting(
  db: Db,
  { variable, from, to }: { variable: string; from: Uint8Array; to: Uint8Array },
): Promise<void> {
  await db.$executeRaw`
    UPDATE stored_settings SET sealed = ${new Uint8Array(to)} WHERE variable = ${variable} AND sealed = ${new Uint8Array(from)}`
}
