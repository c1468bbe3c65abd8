import { z } from 'zod'
import { changeRoleBody } from '@/lib/access/role.schemas'
import type { OwnPermission } from '@/lib/access/catalog'
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
  permissions: string[]
  /** The checked boxes of those permissions. */
  boxes: string[]
  /** Whether to also drop retired permissions if no other permissions change. */
  dropRetired: boolean
  /** The version of the role that the draft is based on. */
  version: number
}

/** The name of a permission's checkbox: field names cannot contain colons. */
export function permissionField(name: PermissionName): string {
  return `may_${name.replaceAll(':', '_')}`
}

const OWN_FIELD = /^own_([1-9]\d{0,8})$/

/** The checkbox of an application's permission: its name can be longer than that of a field. */
export function ownPermissionField(number: number): string {
  return `own_${number}`
}

/** A permission that can be chosen, by the name of its checkbox. */
type Box = readonly [field: string, name: string]

/** The checkboxes in the form of a role, in their order. */
function boxesWith(own: readonly Pick<OwnPermission, 'name' | 'number'>[]): Box[] {
  return [
    ...permissionCatalog.map(({ name }): Box => [permissionField(name), name]),
    ...own.map(({ number, name }): Box => [ownPermissionField(number), name]),
  ]
}

/**
 * The permissions whose checkbox is checked, in the form's order; `get` returns one field and `own`
 * are the permissions of applications.
 */
export function chosenPermissions(
  get: (field: string) => unknown,
  own: readonly Pick<OwnPermission, 'name' | 'number'>[],
): string[] {
  return boxesWith(own)
    .filter(([field]) => get(field) === 'on')
    .map(([, name]) => name)
}

/** The draft in an address, and whether to preview it; null without a draft. */
export function readRoleDraft(
  get: (field: string) => string | null,
  own: readonly Pick<OwnPermission, 'name' | 'number'>[],
): { draft: RoleDraft; review: boolean } | null {
  const version = get('version') ?? ''
  if (!/^[1-9]\d{0,8}$/.test(version)) return null
  const checked = boxesWith(own).filter(([field]) => get(field) === 'on')
  const draft: RoleDraft = {
    name: get('name') ?? '',
    description: get('description') ?? '',
    permissions: checked.map(([, name]) => name),
    boxes: checked.map(([field]) => field),
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
    ...draft.boxes.map((field): [string, string] => [field, 'on']),
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

/**
 * Gathers the checkboxes of a posted form: those of the catalog under `permissions`, as the role
 * schemas expect, and the numbers of applications' permissions under `own`.
 */
export function gatherPermissions(fields: Record<string, unknown>): Record<string, unknown> {
  const boxes = new Set(permissionCatalog.map(({ name }) => permissionField(name)))
  const others = Object.entries(fields).filter(
    ([field]) => !boxes.has(field) && !OWN_FIELD.test(field),
  )
  const own = Object.entries(fields).flatMap(([field, value]) => {
    const number = OWN_FIELD.exec(field)?.[1]
    return number && value === 'on' ? [Number(number)] : []
  })
  const permissions = chosenPermissions((field) => fields[field], [])
  return { ...Object.fromEntries(others), permissions, own }
}

/** The chosen permissions of applications, as gatherPermissions returns them. */
export const ownNumbers = z.array(z.int())
