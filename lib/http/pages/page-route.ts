import type { PermissionName } from '@/lib/config/permission-catalog'
import type { Messages } from '@/lib/i18n/messages'
import { can, type Principal } from '@/lib/platform/request-context'

/** One page of the dashboard: who may see it, and how the navigation shows it. */
export interface DashboardRoute {
  /** A `[segment]` stands for one id, in its canonical spelling. */
  path: `/dashboard${string}`
  /**
   * The permission that the page and its action need; null: any signed-in person. It has no
   * default.
   */
  permission: PermissionName | null
  /** Another permission that opens the page as well. */
  orPermission?: PermissionName
  label: keyof Messages['shell']['navigationItems']
  group: keyof Messages['shell']['groups']
  /** The name of a lucide icon. */
  icon: string
  /** Whether the navigation lists it. */
  nav: boolean
  /** No page but a file, or what a script of a page looks up: its `route.ts` answers GET. */
  download?: true
}

/** Whether somebody holds what a page needs. */
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
 * Matches a path, as it stands in the address, with a pattern whose `[name]` segments each stand
 * for one segment that `isValue` takes. Gives the named segments, or null when the path does not
 * match.
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
