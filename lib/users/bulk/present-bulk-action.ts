import type { z } from 'zod'
import type { bulkActionResponse } from '@/lib/users/bulk/bulk-action.responses'
import type { BulkRow } from '@/lib/users/bulk/bulk-action.store'
import type { BulkPreview } from '@/lib/users/bulk/preview-bulk-action'

/** A bulk action as the API returns it. Times in RFC 3339. */
export type PresentedBulkAction = z.output<typeof bulkActionResponse>

/** Formats a bulk action for the API; `preview` is the predicted outcome of a draft. */
export function presentBulkAction(
  row: BulkRow,
  preview: BulkPreview | null = null,
): PresentedBulkAction {
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
