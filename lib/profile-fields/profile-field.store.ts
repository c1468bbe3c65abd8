import type { Db, Tx } from '@/lib/platform/db/database'
import type { ProfileField } from '@/prisma/generated/client'
import { Prisma } from '@/prisma/generated/client'

export type ProfileFieldRow = Omit<ProfileField, 'erasedUpTo'>

// Storing values takes the lock shared, and changing fields takes it exclusively. So the
// values of a transaction match the fields that it read, and none is stored after its field was
// deleted. Changing fields locks no user, so the order of these locks doesn't matter.

const FIELDS_LOCK = 727_070_6

/** Keeps all fields as they are until `tx` ends. Other transactions can do the same. */
export async function shareProfileFields(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${FIELDS_LOCK}::bigint)`
}

/** Waits for everyone who keeps the fields as they are, and keeps others out until `tx` ends. */
export async function lockProfileFields(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FIELDS_LOCK}::bigint)`
}

/** All fields that are not deleted, in the order in which they are shown. */
export function listProfileFieldRows(db: Db): Promise<ProfileFieldRow[]> {
  return db.profileField.findMany({
    where: { deletedAt: null },
    orderBy: [{ position: 'asc' }, { key: 'asc' }],
  })
}

export function findProfileFieldRow(db: Db, key: string): Promise<ProfileFieldRow | null> {
  return db.profileField.findUnique({ where: { key } })
}

/** Inserts a field, and returns its version; null if its key is taken, also by a deleted field. */
export async function insertProfileField(
  tx: Tx,
  { version: _, ...row }: ProfileFieldRow,
): Promise<number | null> {
  const [inserted] = await tx.profileField.createManyAndReturn({
    data: [row],
    skipDuplicates: true,
    select: { version: true },
  })
  return inserted?.version ?? null
}

/** Changes a field, and returns its new version. */
export async function updateProfileField(
  tx: Tx,
  { key, version: _, ...row }: ProfileFieldRow,
): Promise<number> {
  const { version } = await tx.profileField.update({
    where: { key },
    data: row,
    select: { version: true },
  })
  return version
}

/** Marks a field as deleted: its values are no longer shown or accepted. */
export async function markProfileFieldDeleted(tx: Tx, key: string, now: Date): Promise<boolean> {
  const { count } = await tx.profileField.updateMany({
    where: { key, deletedAt: null },
    data: { deletedAt: now },
  })
  return count === 1
}

/** The deleted fields whose values are still to be removed, and up to which user they are. */
export function listDeletedFields(db: Db): Promise<{ key: string; erasedUpTo: string | null }[]> {
  return db.profileField.findMany({
    where: { deletedAt: { not: null } },
    select: { key: true, erasedUpTo: true },
    orderBy: { deletedAt: 'asc' },
  })
}

/** SQL: the keys of fields that users cannot write, those of deleted ones included, as text[]. */
export const READ_ONLY_KEYS = Prisma.sql`ARRAY(
  SELECT f.key FROM profile_fields f WHERE f.deleted_at IS NOT NULL OR f.writable_by <> 'user')`

const HOLDERS = {
  registration_attempts: Prisma.raw('registration_attempts'),
  users: Prisma.raw('users'),
}

/**
 * Removes the values of a key from the next `limit` users, or registrations that are not confirmed
 * yet, after an ID. Returns the last one's ID; null when none is left.
 */
export async function eraseValues(
  db: Db,
  by: { from: keyof typeof HOLDERS; key: string; after: string | null; limit: number },
): Promise<string | null> {
  const holders = HOLDERS[by.from]
  const [row] = await db.$queryRaw<{ last: string | null }[]>`
    WITH span AS (
      SELECT id, profile ? ${by.key} AS holds FROM ${holders}
      WHERE ${by.after}::uuid IS NULL OR id > ${by.after}::uuid
      ORDER BY id LIMIT ${by.limit}::int),
    erased AS (
      UPDATE ${holders} h SET profile = h.profile - ${by.key} FROM span WHERE span.id = h.id AND span.holds)
    SELECT max(id::text COLLATE "C") AS last FROM span`
  return row?.last ?? null
}

/** Notes up to which user the values of a deleted field have been removed. */
export async function noteErasedUpTo(db: Db, key: string, userId: string): Promise<void> {
  await db.profileField.updateMany({
    where: { key, deletedAt: { not: null } },
    data: { erasedUpTo: userId },
  })
}

/** Frees the key of a deleted field. */
export async function removeProfileField(tx: Tx, key: string): Promise<void> {
  await tx.profileField.deleteMany({ where: { key, deletedAt: { not: null } } })
}
