import type { PermissionAccess } from '@/lib/access/permission-access'
import type { MissingFactor } from '@/lib/access/missing-factor'
import type { IconName } from '@/lib/http/pages/page-icons'
import type { Messages } from '@/lib/i18n/messages'

/**
 * Who may open a page. There is no default. `public-with-session`: anyone, but it shows more to
 * signed-in users, whose sessions are renewed as on dashboard pages.
 */
export type PageAccess = 'public' | 'public-with-session' | 'authenticated' | PermissionAccess

/** A page's entry in the navigation and the command palette, labeled with the page's title. */
export interface NavigationEntry {
  group: keyof Messages['shell']['groups']
  /** The position in the group, unique there. */
  order: number
  icon: IconName
}

export type PageTitle = (texts: Messages) => string

/** What can be declared about a page. */
export interface PageFields {
  access: PageAccess
  /** Null if the page composes its title from what it shows, or redirects. */
  title?: PageTitle | null
  navigation?: NavigationEntry
  /**
   * What the page shows: it refreshes when a `ui.patch` names one of these, a part of one, or its
   * parent. `[id]` is the id in the page's path.
   */
  live?: readonly string[]
  /** What the session may lack: for the pages that set up or prove a second factor. */
  lacking?: readonly MissingFactor[]
  /** The largest file of its forms, in bytes: required if one of them takes a file. */
  maxFileBytes?: number
  /** The largest form without a file, in bytes, if it differs from MAX_BODY_BYTES. */
  maxFormBytes?: number
  /** Its form shows the bot check, so its CSP allows the provider's widget. */
  botCheck?: true
  /**
   * Its address, or that of a link on it, may contain a secret, which must not leak through
   * Referer.
   */
  secretInAddress?: true
  /** In local mode, only for this machine: a request through a proxy gets a 404. */
  hiddenFromProxies?: true
  /** Not a page but a file download or a lookup for a script: its `route.ts` answers GET. */
  download?: true
  /** Not a page: a POST endpoint for scripts, or a GET that redirects the browser elsewhere. */
  endpoint?: 'GET' | 'POST'
  /** Endpoints are refused while an administrator views as another user, unless declared. */
  impersonation?: 'allowed'
  /**
   * Some providers return by a form post from their own site, with nothing that proves who sent it.
   */
  formPost?: true
}

type Never<Name extends keyof PageFields> = { [N in Name]?: undefined }

/** A page needs a title, and one in the navigation a declared title. */
type PageDeclaration = PageFields &
  (
    | ({ title: PageTitle } & Never<'download' | 'endpoint'>)
    | ({ title: null } & Never<'navigation' | 'download' | 'endpoint'>)
    | ({ download: true } & Never<'title' | 'navigation' | 'live' | 'endpoint'>)
    | ({ endpoint: 'GET' | 'POST' } & Never<'title' | 'navigation' | 'live' | 'download'>)
  )

/**
 * Declares the pages of a folder, in its `pages.ts`: by path below the folder, `.` for the folder
 * itself. A `[name]` segment stands for an id; on public pages, for any value.
 */
export function definePages<const P extends Record<string, PageDeclaration>>(pages: P): P {
  return pages
}
