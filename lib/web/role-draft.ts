import { changeRoleBody } from '@/lib/access/role.schemas'
import { permissionCatalog, type PermissionName } from '@/lib/config/permission-catalog'
import { fieldErrorsOf } from '@/lib/platform/field-errors'

export const ROLES = '/dashboard/rbac/roles'

/**
 * An unsaved version of a role. It is stored in the address, so previewing its effects writes
 * nothing.
 */
export interface RoleDraft {
  name: string
  description: string
  permissions: PermissionName[]
  /** Whether to also drop retired permissions if no other permissions change. */
  dropRetired: boolean
  /** The version of the role that the draft is based on. */
  version: number
}

/** The name of a permission's checkbox: field names cannot contain colons. */
export function permissionField(name: PermissionName): string {
  return `may_${name.replaceAll(':', '_')}`
}

/** The permissions whose checkbox is checked, in the catalog's order; `get` returns one field. */
export function chosenPermissions(get: (field: string) => unknown): PermissionName[] {
  return permissionCatalog
    .map(({ name }) => name)
    .filter((name) => get(permissionField(name)) === 'on')
}

/** The draft in an address, and whether to preview it; null without a draft. */
export function readRoleDraft(
  get: (field: string) => string | null,
): { draft: RoleDraft; review: boolean } | null {
  const version = get('version') ?? ''
  if (!/^[1-9]\d{0,8}$/.test(version)) return null
  const draft: RoleDraft = {
    name: get('name') ?? '',
    description: get('description') ?? '',
    permissions: chosenPermissions(get),
    dropRetired: get('drop_retired') === 'on',
    version: Number(version),
  }
  return { draft, review: get('step') === 'review' }
}

/** The fields of a draft, as used by address and form. */
export function draftFields(draft: RoleDraft): [string, string][] {
  return [
    ['name', draft.name],
    ['description', draft.description],
    ...draft.permissions.map((name): [string, string] => [permissionField(name), 'on']),
    ...(draft.dropRetired ? [['drop_retired', 'on'] satisfies [string, string]] : []),
    ['version', String(draft.version)],
  ]
}

/** The address of a role's page with a draft, to keep editing it or to preview its effects. */
export function draftAddress(roleId: string, draft: RoleDraft, step: 'edit' | 'review'): string {
  const query = new URLSearchParams([...draftFields(draft), ['step', step]])
  return `${ROLES}/${roleId}?${query.toString()}`
}

/** The errors in a draft's name and description: the first code of each field. */
export function draftFaults({ name, description }: RoleDraft): Record<string, string> {
  const parsed = changeRoleBody.safeParse({ name, description }, { reportInput: true })
  if (parsed.success) return {}
  return Object.fromEntries(
    fieldErrorsOf(parsed.error)
      .map(({ pointer, code }): [string, string] => [pointer.slice(1), code])
      .reverse(),
  )
}

/** Gathers the checkboxes of a posted form under `permissions`, as the role schemas expect. */
export function gatherPermissions(fields: Record<string, unknown>): Record<string, unknown> {
  const boxes = new Set(permissionCatalog.map(({ name }) => permissionField(name)))
  const others = Object.entries(fields).filter(([field]) => !boxes.has(field))
  return { ...Object.fromEntries(others), permissions: chosenPermissions((field) => fields[field]) }
}
