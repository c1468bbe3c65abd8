import type { z } from 'zod'
import type { ImportFormat } from '@/lib/users/import/import-columns'
import type { userImportResponse } from '@/lib/users/import/user-import.responses'
import type { ReportedImport } from '@/lib/users/import/user-import.store'

/** An import as the API returns it. Times in RFC 3339. */
export type PresentedImport = z.output<typeof userImportResponse>

/** Invitations for users that an import created without a password. */
export type PresentedInvitations = NonNullable<PresentedImport['invitations']>

/** Formats a fully received import for the API. */
export function presentImport(row: ReportedImport): PresentedImport {
  const runnable = row.status === 'completed' && row.dryRun ? row.rowsKeptUntil : null
  return {
    id: row.id,
    status: row.status === 'receiving' ? 'queued' : row.status,
    stopped_because: row.stoppedBecause,
    dry_run: row.dryRun,
    format: row.format as ImportFormat,
    file_name: row.fileName,
    total: row.total,
    processed: row.processed,
    created: row.created,
    refused: row.refused,
    without_password: row.withoutPassword,
    ...presentContents(row),
    invitations: row.invitations && presentInvitations(row.invitations),
    created_by: row.actorId,
    uploaded_by: row.uploadedById,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    runnable_until: runnable?.toISOString() ?? null,
  }
}

/** Unknown if an older version processed some of the rows. */
function presentContents({
  counted,
  processed,
  verified,
  withPassword,
  withRoles,
}: ReportedImport) {
  return counted === processed
    ? { with_password: withPassword, with_roles: withRoles, verified }
    : { with_password: null, with_roles: null, verified: null }
}

function presentInvitations({
  stoppedBecause,
  invited,
  requestedAt,
  endedAt,
}: NonNullable<ReportedImport['invitations']>): PresentedInvitations {
  return {
    status: stoppedBecause !== null ? 'stopped' : endedAt ? 'completed' : 'running',
    stopped_because: stoppedBecause,
    invited,
    requested_at: requestedAt.toISOString(),
    finished_at: endedAt?.toISOString() ?? null,
  }
}
