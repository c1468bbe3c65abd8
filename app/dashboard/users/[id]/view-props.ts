import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { PermissionName } from '@/lib/rbac/permission-catalog'
import type { Limits } from '@/lib/users-admin/find-limits'
import type { ManagedUser } from '@/lib/users/present-managed-user'

/** What every part of the page of a user knows. */
export interface ViewProps {
  locale: Locale
  messages: Messages
  user: ManagedUser
  /** Name and address, for sentences that must not be taken for somebody else. */
  person: string
  /** Whether it is the viewer's own account. */
  self: boolean
  limits: Limits
  /** Whether the viewer holds that permission and may change this very person. Only then is there a form for it. */
  mayChange(permission: PermissionName): boolean
}
