import type { AuditRecord } from '@/lib/audit/present-audit-record'
import type { IconName } from '@/lib/http/pages/page-icons'
import { mayOpen } from '@/lib/http/pages/page-table'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import { pagePath } from '@/lib/web/page-address'

/** An action in the command palette: an address that it opens, or a file that it downloads. */
export interface PaletteAction {
  label: keyof Messages['commands']['actions']
  href: string
  icon: IconName
  download?: true
}

const ACTIONS: readonly PaletteAction[] = [
  { label: 'inviteUser', href: '/dashboard/users/invite', icon: 'user-plus' },
  { label: 'importUsers', href: '/dashboard/users/import', icon: 'upload' },
  {
    label: 'exportUsers',
    href: '/dashboard/users/export?format=csv',
    icon: 'download',
    download: true,
  },
  { label: 'newRole', href: '/dashboard/rbac/roles/new', icon: 'layers' },
  { label: 'newNotification', href: '/dashboard/notifications/new', icon: 'megaphone' },
  { label: 'newTemplate', href: '/dashboard/notifications/templates/new', icon: 'megaphone' },
  { label: 'verifyAudit', href: '/dashboard/audit/verify', icon: 'shield-check' },
  {
    label: 'exportAudit',
    href: '/dashboard/audit/export?format=csv',
    icon: 'download',
    download: true,
  },
  { label: 'changePassword', href: '/dashboard/account/password', icon: 'key-round' },
  {
    label: 'exportOwnData',
    href: '/dashboard/account/data/export',
    icon: 'download',
    download: true,
  },
]
const FOR_EVERYONE: readonly PaletteAction[] = [
  { label: 'apiReference', href: '/docs', icon: 'book-open' },
  { label: 'guides', href: '/docs/guides/quick-start', icon: 'book-open' },
  { label: 'errorReference', href: '/docs/errors', icon: 'book-open' },
]

/** The palette actions for a user: those that the page table allows, and the documentation. */
export function paletteActions(
  principal: Principal,
  { mfaEnabled }: { mfaEnabled: boolean },
): PaletteAction[] {
  const twoStep: PaletteAction = {
    label: mfaEnabled ? 'manageTwoStep' : 'setUpTwoStep',
    href: '/dashboard/account/security',
    icon: 'lock-keyhole',
  }
  return [...ACTIONS.filter(({ href }) => mayOpen(principal, href)), twoStep, ...FOR_EVERYONE]
}

/**
 * Where the viewer can look up a user: the user's page, the list, or the audit log; null when they
 * may open none of these.
 */
export function personPath(
  viewer: Principal,
  person: { id: string; email: string },
): string | null {
  const pages = [
    pagePath('/dashboard/users/[id]', person.id),
    `/dashboard/users?query=${encodeURIComponent(person.email)}`,
    `/dashboard/audit?target=${person.id}`,
  ]
  return pages.find((page) => mayOpen(viewer, page)) ?? null
}

/** The pages of audit record targets. */
const TARGET_PAGES: Record<string, (id: string) => string> = {
  user: (id) => pagePath('/dashboard/users/[id]', id),
  role: (id) => pagePath('/dashboard/rbac/roles/[id]', id),
  contact: (id) => `/dashboard/contacts?message=${id}`,
  notification: (id) => pagePath('/dashboard/notifications/[id]', id),
  notification_template: (id) => pagePath('/dashboard/notifications/templates/[id]', id),
  webhook: (id) => pagePath('/dashboard/webhooks/[id]', id),
  user_import: (id) => pagePath('/dashboard/users/import/[id]', id),
  bulk_action: (id) => pagePath('/dashboard/users/bulk/[id]', id),
}

/** The page of an audit record's target; null if there is none, or the viewer may not open it. */
export function targetPath(
  viewer: Principal,
  { target_type: type, target_id: id }: Pick<AuditRecord, 'target_type' | 'target_id'>,
): string | null {
  const page =
    type !== null && id !== null && Object.hasOwn(TARGET_PAGES, type)
      ? TARGET_PAGES[type]!(id)
      : null
  return page !== null && mayOpen(viewer, page) ? page : null
}
