import type { AuditRecord } from '@/lib/audit/present-audit-record'
import type { Principal } from '@/lib/platform/request-context'
import { mayOpen } from '@/lib/web/may-open'

/** Where the things that audit records are about have their pages. */
const PLACES: Record<string, (id: string) => string> = {
  user: (id) => `/dashboard/users/${id}`,
  role: (id) => `/dashboard/rbac/roles/${id}`,
  contact: (id) => `/dashboard/contacts?message=${id}`,
  notification: (id) => `/dashboard/notifications/${id}`,
  notification_template: (id) => `/dashboard/notifications/templates/${id}`,
  user_import: (id) => `/dashboard/users/import/${id}`,
  bulk_action: (id) => `/dashboard/users/bulk/${id}`,
}

/** The page of what a record is about; null where there is none, or none that the viewer may open. */
export function targetPath(
  viewer: Principal,
  { target_type: type, target_id: id }: Pick<AuditRecord, 'target_type' | 'target_id'>,
): string | null {
  const place = type !== null && id !== null && Object.hasOwn(PLACES, type) ? PLACES[type]!(id) : null
  return place !== null && mayOpen(viewer, place) ? place : null
}
