import { pageAddress } from '@/lib/web/page-address'

/** The address of the form that changes a permission of an application. */
export function editPermissionPath(name: string): string {
  return pageAddress('/dashboard/rbac/permissions/edit', { name })
}

/** The fields of a permission's form as the schemas expect them: an unchecked box is not posted. */
export function gatherPermissionFields(fields: Record<string, unknown>): Record<string, unknown> {
  const { privileged, ...others } = fields
  return { ...others, privileged: privileged === 'on' }
}
