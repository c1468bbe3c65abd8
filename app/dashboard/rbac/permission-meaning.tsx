import { cache } from 'react'
import { describePermission } from '@/app/dashboard/rbac/labels'
import { listPermissions } from '@/lib/access/catalog'
import type { Messages } from '@/lib/i18n/messages'

/** The descriptions of applications' permissions by name; read once per request. */
const findOwnDescriptions = cache(async () => {
  const own = (await listPermissions()).filter(({ application }) => application !== null)
  return new Map(own.map(({ name, description }) => [name, description]))
})

/**
 * What a permission allows: translated for those of the service, as the application describes it
 * for the others, and nothing for one that only another version of the service knows.
 */
export async function PermissionMeaning({ name, messages }: { name: string; messages: Messages }) {
  return describePermission(name, messages) || (await findOwnDescriptions()).get(name) || null
}
