import { roleNameKey } from '@/lib/access/role.schemas'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'

/** Inserts a role directly into the database and assigns it to these users. Returns its id. */
export async function insertRole(
  name: string,
  permissions: readonly string[],
  userIds: readonly string[] = [],
): Promise<string> {
  const id = newId()
  await db().role.create({
    data: {
      id,
      name,
      nameKey: roleNameKey(name),
      permissions: { create: permissions.map((permission) => ({ permission })) },
      users: { create: userIds.map((userId) => ({ userId })) },
    },
  })
  return id
}
