import type { PermissionName } from '@/lib/config/permission-catalog'
import type { Messages } from '@/lib/i18n/messages'
import { can, type Principal } from '@/lib/platform/request-context'

/** A dashboard page: who may open it, and how the navigation shows it. */
export interface DashboardRoute {
  /** A `[segment]` stands for one id, in canonical form. */
  path: `/dashboard${string}`
  /**
   * The permission that the page and its actions require; null: any signed-in user. There is no
   * default.
   */
  permission: PermissionName | null
  /** Another permission that also opens the page. */
  orPermission?: PermissionName
  label: keyof Messages['shell']['navigationItems']
  group: keyof Messages['shell']['groups']
  /** The name of a lucide icon. */
  icon: string
  /** Whether the navigation lists it. */
  nav: boolean
  /** Not a page but a file download or a lookup for a script: its `route.ts` answers GET. */
  download?: true
}

/** Whether a user has the permission that a page requires. */
export function opensTo(
  { permission, orPermission }: Pick<DashboardRoute, 'permission' | 'orPermission'>,
  viewer: Pick<Principal, 'permissions'>,
): boolean {
  return (
    permission === null ||
    can(viewer, permission) ||
    (orPermission !== undefined && can(viewer, orPermission))
  )
}

/**
 * Matches a path, undecoded, with a pattern whose `[name]` segments each stand for one segment that
 * `isValue` accepts. Returns the named segments, or null if the path does not match.
 */
export function matchPath(
  pattern: string,
  path: string,
  isValue: (segment: string) => boolean,
): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const named: [string, string][] = []
  for (const [n, segment] of wanted.entries()) {
    const value = given[n]!
    const name = /^\[(\w+)\]$/.exec(segment)?.[1]
    if (name === undefined ? value !== segment : !isValue(value)) return null
    if (name !== undefined) named.push([name, value])
  }
  return Object.fromEntries(named)
}
