import { changeRoleBody } from '@/lib/access/role.schemas'
import { permissionCatalog, type PermissionName } from '@/lib/config/permission-catalog'
import { fieldErrorsOf } from '@/lib/platform/field-errors'

export const ROLES = '/dashboard/rbac/roles'

/**
 * A role as somebody wants it to be and has not saved yet. It travels in the address: looking at
 * what it would do writes nothing.
 */
export interface RoleDraft {
  name: string
  description: string
  permissions: PermissionName[]
  /**
   * Whether permissions that left the service go too, where nothing else about permissions changes.
   */
  dropRetired: boolean
  /** Of the role that the draft began with. */
  version: number
}

/** The name of the checkbox for a permission: fields of a form have no colons. */
export function permissionField(name: PermissionName): string {
  return `may_${name.replaceAll(':', '_')}`
}

/**
 * Those permissions of the catalog whose checkbox is set, in the catalog's order; `get` gives one
 * field.
 */
export function chosenPermissions(get: (field: string) => unknown): PermissionName[] {
  return permissionCatalog
    .map(({ name }) => name)
    .filter((name) => get(permissionField(name)) === 'on')
}

/**
 * The draft that an address carries, and whether it is to be looked at; null where it carries none.
 */
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

/** The fields of a draft, as address and form carry them. */
export function draftFields(draft: RoleDraft): [string, string][] {
  return [
    ['name', draft.name],
    ['description', draft.description],
    ...draft.permissions.map((name): [string, string] => [permissionField(name), 'on']),
    ...(draft.dropRetired ? [['drop_retired', 'on'] satisfies [string, string]] : []),
    ['version', String(draft.version)],
  ]
}

/**
 * The address of a role's page with a draft of it: to go on with it, or to look at what it would
 * do.
 */
export function draftAddress(roleId: string, draft: RoleDraft, step: 'edit' | 'review'): string {
  const query = new URLSearchParams([...draftFields(draft), ['step', step]])
  return `${ROLES}/${roleId}?${query.toString()}`
}

/**
 * What is wrong with name and description of a draft: the code of the first fault of each field.
 */
export function draftFaults({ name, description }: RoleDraft): Record<string, string> {
  const parsed = changeRoleBody.safeParse({ name, description }, { reportInput: true })
  if (parsed.success) return {}
  return Object.fromEntries(
    fieldErrorsOf(parsed.error)
      .map(({ pointer, code }): [string, string] => [pointer.slice(1), code])
      .reverse(),
  )
}

/**
 * The fields of a posted form with its checkboxes gathered under `permissions`, as the schemas of
 * roles want them.
 */
export function gatherPermissions(fields: Record<string, unknown>): Record<string, unknown> {
  const boxes = new Set(permissionCatalog.map(({ name }) => permissionField(name)))
  const others = Object.entries(fields).filter(([field]) => !boxes.has(field))
  return { ...Object.fromEntries(others), permissions: chosenPermissions((field) => fields[field]) }
}
