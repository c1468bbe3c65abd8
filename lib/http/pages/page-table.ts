import { permissionsFor } from '@/lib/access/permission-access'
import type { MissingFactor } from '@/lib/access/missing-factor'
import type {
  NavigationEntry,
  PageAccess,
  PageFields,
  PageTitle,
} from '@/lib/http/pages/define-pages'
import { pageFolders } from '@/lib/http/pages/generated/page-folders'
import { type PathParams, pathParams } from '@/lib/http/path-params'
import { isCanonicalId } from '@/lib/platform/ids'
import { can, type Principal, type SessionPrincipal } from '@/lib/platform/request-context'

/** A declared page, download, or endpoint. */
export type PageRoute = PageFields & {
  /** As in the file tree: `/dashboard/users/[id]`. */
  path: string
}
/** A page that the navigation lists. */
export type NavigationPage = PageRoute & { title: PageTitle; navigation: NavigationEntry }

type Folders = typeof pageFolders
type PathOf<Folder extends string, Name> = Name extends '.'
  ? Folder extends ''
    ? '/'
    : Folder
  : `${Folder}/${Name & string}`
/** The paths of the declarations that have these fields. */
type PathsWith<Fields> = {
  [F in keyof Folders]: {
    [N in keyof Folders[F]]: Folders[F][N] extends Fields ? PathOf<F, N> : never
  }[keyof Folders[F]]
}[keyof Folders]

type PublicAccess = 'public' | 'public-with-session'
/** Every page: neither a download nor an endpoint. */
export type PagePath = PathsWith<{ title: PageTitle | null }>
/** The pages that only signed-in users may open. */
export type DashboardPath = PathsWith<{
  access: Exclude<PageAccess, PublicAccess>
  title: PageTitle | null
}>
/** The pages, and files, of one object. */
export type ObjectPath = Extract<
  PathsWith<{ access: PageAccess }>,
  `/dashboard/${string}[id]${string}`
>
/** The pages, downloads, and endpoints at one fixed address. */
export type FixedPath = Exclude<PathsWith<{ access: PageAccess }>, `${string}[${string}`>
/** The pages with a form that takes a file, which declare its size limit. */
export type FilePath = PathsWith<{ maxFileBytes: number }>
/** The pages whose title is declared. */
export type TitledPath = PathsWith<{ title: PageTitle }>

/**
 * Every page. The page proxy, the gateway, the pages, their actions, the navigation and live
 * updates read this table; a path that is not in it is refused.
 */
export const pageTable: readonly PageRoute[] = Object.entries(pageFolders).flatMap(
  ([folder, pages]) =>
    Object.entries<PageFields>(pages).map(([name, page]) => ({
      ...page,
      path: name === '.' ? folder || '/' : `${folder}/${name}`,
    })),
)

/** The page for a requested path; null for a path that doesn't exist. */
export function findPage(path: string): PageRoute | null {
  return pageTable.find((page) => matchPage(page, path) !== null) ?? null
}

/** The page with this path in the file tree. */
export function pageAt(path: PagePath | ObjectPath): PageRoute {
  return pageTable.find((page) => page.path === path)!
}

type ParamName<P extends string> = P extends `${string}[${infer Name}]${infer Rest}`
  ? Name | ParamName<Rest>
  : never
/** The values in the path of a page: `id` for `/dashboard/users/[id]`. */
export type ParamsOf<P extends string> = Readonly<Record<ParamName<P>, string>>

/**
 * The values in the path that a form was posted to; null if that is not the page of its action,
 * because an action can be posted to any page's address.
 */
export function pageParamsAt(
  page: ObjectPath | undefined,
  path: string,
): Readonly<Record<string, string>> | null {
  return page === undefined ? {} : matchPage(pageAt(page), path)
}

/** The values in a requested path. */
export function pageParams(path: string): PathParams {
  const page = findPage(path)
  return pathParams((page && matchPage(page, path)) ?? {})
}

function matchPage({ path: pattern, access }: PageRoute, path: string) {
  return matchPath(pattern, path, isPublic(access) ? (value) => value !== '' : isCanonicalId)
}

/** Whether anyone may open the page, signed in or not. */
export function isPublic(access: PageAccess): access is PublicAccess {
  return access === 'public' || access === 'public-with-session'
}

/** Whether a signed-in user may open the page. */
export function opensTo({ access }: PageRoute, viewer: Pick<Principal, 'permissions'>): boolean {
  return (
    typeof access === 'string' ||
    permissionsFor(access).some((permission) => can(viewer, permission))
  )
}

/** Whether the page is for a session that may lack its second factor. */
export function admitsLacking(
  { lacking }: Pick<PageRoute, 'lacking'>,
  missing: MissingFactor | null | undefined,
): boolean {
  return !missing || lacking?.includes(missing) === true
}

/** Whether a user may open an address; false for an address that is not in the table. */
export function mayOpen(viewer: Principal, address: string): boolean {
  const page = findPage(address.split('?', 1)[0]!)
  return page !== null && opensTo(page, viewer)
}

const GROUPS = { general: 1, administration: 2, account: 3 } as const satisfies Record<
  NavigationEntry['group'],
  number
>

/** The pages in a user's navigation: those with an entry that the user may open, in order. */
export function navigationOf(principal: SessionPrincipal): NavigationPage[] {
  return pageTable
    .filter((page): page is NavigationPage => page.navigation !== undefined)
    .filter((page) => opensTo(page, principal) && admitsLacking(page, principal.missingFactor))
    .sort(
      ({ navigation: a }, { navigation: b }) =>
        GROUPS[a.group] - GROUPS[b.group] || a.order - b.order,
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
