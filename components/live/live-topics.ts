/** Pages whose path does not name what they show. */
const TARGETS: Record<string, string | null> = {
  '/dashboard/account/sessions': 'sessions',
  '/dashboard/users/invite': null,
  '/dashboard/users/import': null,
  '/dashboard/users/bulk': null,
  '/dashboard/rbac/roles/new': null,
  '/dashboard/payments/new': null,
}
const NAMED = /^\/dashboard\/(users|contacts|inbox|notifications|payments)(\/[^/]+)?$/
const ROLES = /^\/dashboard\/rbac\//
/** Sent when any change may have been missed. */
const EVERYTHING = '*'

/**
 * Whether a page shows the target of a `ui.patch`: the object itself, its parent, or a part of it.
 */
export function affectsPage(target: string, path: string): boolean {
  const touches = (name: string) =>
    name === target || target.startsWith(`${name}/`) || name.startsWith(`${target}/`)
  return target === EVERYTHING || targetsOf(path).some(touches)
}

function targetsOf(path: string): string[] {
  const special = TARGETS[path]
  if (special !== undefined) return special === null ? [] : [special]
  if (ROLES.test(path)) return ['roles']
  const [, kind, part = ''] = NAMED.exec(path) ?? []
  if (!kind) return []
  // The user list shows no sessions, so it ignores changes to them.
  return kind === 'users' && part ? [kind + part, `user-sessions${part}`] : [kind + part]
}
