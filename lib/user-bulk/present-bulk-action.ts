import type { BulkRow } from '@/lib/user-bulk/bulk-action.store'
import type { BulkKind, BulkRefusal } from '@/lib/user-bulk/bulk-kinds'
import type { BulkPreview } from '@/lib/user-bulk/preview-bulk-action'
import type { UserFilters } from '@/lib/users-admin/list-users'

/** A bulk action as the API shows it. Times in RFC 3339. */
export interface PresentedBulkAction {
  id: string
  status: BulkRow['status']
  stopped_because: string | null
  action: BulkKind
  roles: string[]
  filter: UserFilters | null
  total: number
  processed: number
  changed: number
  unchanged: number
  refused: number
  preview: {
    changed: number
    unchanged: number
    refused: number
    refusals: { code: BulkRefusal; count: number }[]
  } | null
  created_by: string
  created_at: string
  finished_at: string | null
}

/** Shows a bulk action; `preview` is what a draft would do. */
export function presentBulkAction(row: BulkRow, preview: BulkPreview | null = null): PresentedBulkAction {
  const { changed, unchanged, refused } = row
  return {
    id: row.id,
    status: row.status,
    stopped_because: row.stoppedBecause,
    action: row.kind,
    roles: row.roleNames,
    filter: row.filter,
    total: row.total,
    processed: changed + unchanged + refused,
    changed,
    unchanged,
    refused,
    preview: preview && {
      changed: preview.changed,
      unchanged: preview.unchanged,
      refused: preview.refused,
      refusals: preview.refusals,
    },
    created_by: row.actorId,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}
