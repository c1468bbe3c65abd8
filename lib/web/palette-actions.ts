import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import { mayOpen } from '@/lib/web/may-open'

/** Something that the command palette offers to do: an address that it opens, or a file that it downloads. */
export interface PaletteAction {
  label: keyof Messages['commands']['actions']
  href: string
  icon: string
  download?: true
}

const ACTIONS: readonly PaletteAction[] = [
  { label: 'inviteUser', href: '/dashboard/users/invite', icon: 'user-plus' },
  { label: 'importUsers', href: '/dashboard/users/import', icon: 'upload' },
  { label: 'exportUsers', href: '/dashboard/users/export?format=csv', icon: 'download', download: true },
  { label: 'newRole', href: '/dashboard/rbac/roles/new', icon: 'layers' },
  { label: 'newNotification', href: '/dashboard/notifications/new', icon: 'megaphone' },
  { label: 'newTemplate', href: '/dashboard/notifications/templates/new', icon: 'megaphone' },
  { label: 'verifyAudit', href: '/dashboard/audit/verify', icon: 'shield-check' },
  { label: 'exportAudit', href: '/dashboard/audit/export?format=csv', icon: 'download', download: true },
  { label: 'changePassword', href: '/dashboard/account/password', icon: 'key-round' },
  { label: 'exportOwnData', href: '/dashboard/account/data/export', icon: 'download', download: true },
]
const FOR_EVERYBODY: readonly PaletteAction[] = [
  { label: 'apiReference', href: '/docs', icon: 'book-open' },
  { label: 'errorReference', href: '/docs/errors', icon: 'book-open' },
]

/** What the palette offers to somebody: whatever the route table lets them open, and the documentation. */
export function paletteActions(
  principal: Principal,
  { mfaEnabled }: { mfaEnabled: boolean },
): PaletteAction[] {
  const twoStep: PaletteAction = {
    label: mfaEnabled ? 'manageTwoStep' : 'setUpTwoStep',
    href: '/dashboard/account/security',
    icon: 'lock-keyhole',
  }
  return [...ACTIONS.filter(({ href }) => mayOpen(principal, href)), twoStep, ...FOR_EVERYBODY]
}
