import { db } from '@/lib/platform/db/database'

/** Stores an unprivileged permission of an application. No role grants it yet. */
export async function insertAppPermission(name: string): Promise<void> {
  const [application = '', resource = ''] = name.split(':')
  const fields = { description: 'Export contacts', privileged: false, createdAt: new Date() }
  await db().permission.create({ data: { name, application, resource, ...fields } })
}
