import type { Db, Tx } from '@/lib/platform/db/database'
import type { ProfileField as ProfileFieldRow } from '@/prisma/generated/client'
import { Prisma } from '@/prisma/generated/client'

export type { ProfileFieldRow }

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

/** Inserts a field, or returns false if its key is taken, perhaps by a deleted field. */
export async function insertProfileField(tx: Tx, row: ProfileFieldRow): Promise<boolean> {
  const { count } = await tx.profileField.createMany({ data: [row], skipDuplicates: true })
  return count === 1
}

export async function updateProfileField(tx: Tx, { key, ...row }: ProfileFieldRow): Promise<void> {
  await tx.profileField.update({ where: { key }, data: row })
}

/** Marks a field as deleted: its values are no longer shown or accepted. */
export async function markProfileFieldDeleted(tx: Tx, key: string, now: Date): Promise<boolean> {
  const { count } = await tx.profileField.updateMany({
    where: { key, deletedAt: null },
    data: { deletedAt: now },
  })
  return count === 1
}

/** The keys of deleted fields whose values are still to be removed. */
export async function listDeletedKeys(db: Db): Promise<string[]> {
  const rows = await db.profileField.findMany({
    where: { deletedAt: { not: null } },
    select: { key: true },
    orderBy: { deletedAt: 'asc' },
  })
  return rows.map(({ key }) => key)
}

/** SQL: the keys of deleted fields, as text[]. */
export const DELETED_KEYS = Prisma.sql`ARRAY(SELECT f.key FROM profile_fields f WHERE f.deleted_at IS NOT NULL)`

/** Removes the values of a key from registrations that are not confirmed yet. */
export async function eraseFromAttempts(db: Db, key: string): Promise<void> {
  await db.$executeRaw`UPDATE registration_attempts SET profile = profile - ${key} WHERE profile ? ${key}`
}

/**
 * Removes the values of a key from the next `limit` users after an ID. Returns the last one's ID;
 * null when no user is left.
 */
export async function eraseFromUsers(
  db: Db,
  by: { key: string; after: string | null; limit: number },
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ last: string | null }[]>`
    WITH span AS (
      SELECT id, profile ? ${by.key} AS holds FROM users
      WHERE ${by.after}::uuid IS NULL OR id > ${by.after}::uuid
      ORDER BY id LIMIT ${by.limit}::int),
    erased AS (
      UPDATE users u SET profile = u.profile - ${by.key} FROM span WHERE span.id = u.id AND span.holds)
    SELECT max(id::text COLLATE "C") AS last FROM span`
  return row?.last ?? null
}

/** Frees the key of a deleted field. */
export async function removeProfileField(tx: Tx, key: string): Promise<void> {
  await tx.profileField.deleteMany({ where: { key, deletedAt: { not: null } } })
}
