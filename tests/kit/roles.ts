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

/** Stores an unprivileged permission of an application. No role grants it yet. */
export async function insertAppPermission(name: string): Promise<void> {
  const [application = '', resource = ''] = name.split(':')
  const fields = { description: 'Export contacts', privileged: false, createdAt: new Date() }
  await db().permission.create({ data: { name, application, resource, ...fields } })
}
