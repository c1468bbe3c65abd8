import type { ReportedImport } from '@/lib/user-import/user-import.store'

/** An import as the API shows it. Times in RFC 3339. */
export interface PresentedImport {
  id: string
  status: 'queued' | 'running' | 'completed' | 'stopped'
  stopped_because: string | null
  dry_run: boolean
  format: string
  file_name: string | null
  total: number
  processed: number
  created: number
  refused: number
  without_password: number
  invitations: PresentedInvitations | null
  created_by: string
  created_at: string
  finished_at: string | null
  runnable_until: string | null
}

/** The invitations of those whom an import created without a password. */
export interface PresentedInvitations {
  status: 'running' | 'completed' | 'stopped'
  stopped_because: string | null
  invited: number
  requested_at: string
  finished_at: string | null
}

/** Shows an import that was received whole. */
export function presentImport(row: ReportedImport): PresentedImport {
  const runnable = row.status === 'completed' && row.dryRun ? row.rowsKeptUntil : null
  return {
    id: row.id,
    status: row.status === 'receiving' ? 'queued' : row.status,
    stopped_because: row.stoppedBecause,
    dry_run: row.dryRun,
    format: row.format,
    file_name: row.fileName,
    total: row.total,
    processed: row.processed,
    created: row.created,
    refused: row.refused,
    without_password: row.withoutPassword,
    invitations: row.invitations && presentInvitations(row.invitations),
    created_by: row.actorId,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    runnable_until: runnable?.toISOString() ?? null,
  }
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
