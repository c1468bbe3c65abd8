/** The names of the boxes of all roles. */
export const ROLE_FIELD = /^role_[0-9a-f]{32}$/

/** The name of the box of a role in a form: each role its own, because a field that comes twice is refused. */
export function roleFieldName(roleId: string): string {
  return `role_${roleId.replaceAll('-', '')}`
}

/** The names of the roles that were ticked; a box that is not ticked is not posted. */
export function tickedRoles(fields: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(fields)
    .filter(([name]) => ROLE_FIELD.test(name))
    .map(([, value]) => value)
}
