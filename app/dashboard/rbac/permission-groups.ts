/** The permissions of one application. */
export interface ApplicationGroup<P> {
  application: string
  /** By name; those without a group come first. */
  groups: { group: string | null; permissions: P[] }[]
}

/** Groups permissions by application and group, both by name; the order within a group stays. */
export function groupPermissions<P extends { application: string | null; group: string | null }>(
  permissions: readonly P[],
): ApplicationGroup<P>[] {
  const byApplication = new Map<string, Map<string | null, P[]>>()
  for (const permission of permissions) {
    if (permission.application === null) continue
    const groups = byApplication.get(permission.application) ?? new Map<string | null, P[]>()
    byApplication.set(permission.application, groups)
    groups.set(permission.group, [...(groups.get(permission.group) ?? []), permission])
  }
  return [...byApplication]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([application, groups]) => ({
      application,
      groups: [...groups]
        .sort(([a], [b]) => (a ?? '').localeCompare(b ?? ''))
        .map(([group, members]) => ({ group, permissions: members })),
    }))
}
