import { changeRoleBody } from '@/lib/access/role.schemas'
import type { OwnPermission } from '@/lib/access/catalog'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { fieldErrorsOf } from '@/lib/platform/field-errors'
import { pagePath, parameter, type SearchParams } from '@/lib/web/page-address'

type DraftField = readonly [name: string, value: string]

/**
 * An unsaved version of a role. It is stored in the address, so previewing its effects writes
 * nothing.
 */
export interface RoleDraft {
  name: string
  description: string
  permissions: string[]
  /** The fields of those permissions in the address. */
  fields: DraftField[]
  /** Whether to also drop retired permissions if no other permissions change. */
  dropRetired: boolean
  /** The version of the role that the draft is based on. */
  version: number
}

type Choice = { name: string } & Partial<Pick<OwnPermission, 'number'>>

/**
 * The field of a permission in the address of a draft. That of an application has its number, so
 * that the address of a role with a thousand of them does not exceed the limit of a request's head.
 */
export function draftField({ name, number }: Choice): DraftField {
  return number === undefined ? ['permissions', name] : ['own', String(number)]
}

/**
 * The draft in an address, and whether to preview it; null without a draft. `own` are the
 * permissions of applications. A form of an earlier version does not have the list of permissions:
 * previewed, it would remove all of them.
 */
export function readRoleDraft(
  query: Awaited<SearchParams>,
  own: readonly Pick<OwnPermission, 'name' | 'number'>[],
): { draft: RoleDraft; review: boolean } | null {
  const version = parameter(query, 'version') ?? ''
  if (!/^[1-9]\d{0,8}$/.test(version) || query.permissions === undefined) return null
  const choices: readonly Choice[] = [...permissionCatalog.map(({ name }) => ({ name })), ...own]
  const given = { permissions: valuesOf(query.permissions), own: valuesOf(query.own) }
  const chosen = choices.filter(({ name, number }) =>
    number === undefined ? given.permissions.has(name) : given.own.has(String(number)),
  )
  const draft: RoleDraft = {
    name: parameter(query, 'name') ?? '',
    description: parameter(query, 'description') ?? '',
    permissions: chosen.map(({ name }) => name),
    fields: chosen.map(draftField),
    dropRetired: parameter(query, 'drop_retired') === 'on',
    version: Number(version),
  }
  return { draft, review: parameter(query, 'step') === 'review' }
}

const valuesOf = (parameter: string | string[] | undefined) => new Set([parameter ?? []].flat())

/** The fields of the form that saves a draft: those of the API. */
export function savedFields(draft: RoleDraft): DraftField[] {
  return fieldsWith(
    draft,
    draft.permissions.map((name) => ['permissions', name]),
  )
}

function fieldsWith(draft: RoleDraft, permissions: readonly DraftField[]): DraftField[] {
  return [
    ['name', draft.name],
    ['description', draft.description],
    // Also if no permission is chosen, like `ListMarker`.
    ['permissions', ''],
    ...permissions,
    ['version', String(draft.version)],
  ]
}

/** The address of a role's page with a draft, to keep editing it or to preview its effects. */
export function draftAddress(roleId: string, draft: RoleDraft, step: 'edit' | 'review'): string {
  const query = new URLSearchParams()
  for (const [name, value] of fieldsWith(draft, draft.fields)) query.append(name, value)
  if (draft.dropRetired) query.append('drop_retired', 'on')
  query.append('step', step)
  return `${pagePath('/dashboard/rbac/roles/[id]', roleId)}?${query.toString()}`
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
