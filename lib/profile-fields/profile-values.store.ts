import type { Db, Tx } from '@/lib/platform/db/database'
import {
  MAX_PROFILE_BYTES,
  type ProfileInput,
  type ProfileValues,
} from '@/lib/profile-fields/profile-field.schemas'

/** The stored values of a user, those of deleted fields included. */
export async function readProfileValues(db: Db, userId: string): Promise<ProfileValues> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { profile: true } })
  return (user?.profile ?? {}) as ProfileValues
}

/** The same for several users. */
export async function readProfilesOf(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, ProfileValues>> {
  const users = await db.user.findMany({
    where: { id: { in: [...userIds] } },
    select: { id: true, profile: true },
  })
  return new Map(users.map(({ id, profile }) => [id, profile as ProfileValues]))
}

/**
 * Stores and (null) removes some values of a user in one statement, so that concurrent changes of
 * other fields are kept. False if the values would take more than MAX_PROFILE_BYTES.
 */
export async function mergeProfileValues(
  tx: Tx,
  by: { userId: string; values: ProfileInput; now: Date },
): Promise<boolean> {
  const entries = Object.entries(by.values)
  const kept = JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== null)))
  const removed = entries.filter(([, value]) => value === null).map(([key]) => key)
  const written = await tx.$executeRaw`
    UPDATE users SET profile = (profile || ${kept}::jsonb) - ${removed}::text[],
      version = version + 1, updated_at = ${by.now}::timestamptz
    WHERE id = ${by.userId}::uuid
      AND octet_length(((profile || ${kept}::jsonb) - ${removed}::text[])::text) <= ${MAX_PROFILE_BYTES}::int`
  return written === 1
}
