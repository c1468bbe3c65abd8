import { z } from 'zod'
import { listImportEndings, type ImportEnding } from '@/lib/audit/audit-list.store'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import { db } from '@/lib/platform/db/database'

/** What came of an import of users that a record says was started. */
export interface ImportRun {
  importId: string
  dryRun: boolean
  status: 'running' | 'finished' | 'stopped' | 'cancelled'
  /** Rows that became users, or in a dry run would have, and rows that were refused; both 0 while it runs. */
  created: number
  refused: number
}

const STARTED = 'user_import.started'

/** What came of each import that one of these records started, by the id of the record. */
export async function findImportRuns(records: readonly AuditRecord[]): Promise<Map<string, ImportRun>> {
  const started = records.filter(({ action, outcome }) => action === STARTED && outcome === 'ok')
  const ids = new Set(started.flatMap(({ target_id }) => target_id ?? []))
  const endings = ids.size > 0 ? await listImportEndings(db(), [...ids]) : []
  return new Map(started.map((record) => [record.id, runOf(record, endings)]))
}

const counts = z.object({ created: z.int(), refused: z.int() })

function runOf(
  { target_id, occurred_at, details }: AuditRecord,
  endings: readonly ImportEnding[],
): ImportRun {
  const begun = { importId: target_id!, dryRun: details.dry_run === true }
  // A dry run that is made the real thing starts once more under the same id.
  const ending = endings.find(
    ({ importId, occurredAt }) => importId === target_id && occurredAt >= new Date(occurred_at),
  )
  if (!ending) return { ...begun, status: 'running', created: 0, refused: 0 }
  const { created, refused } = counts.safeParse(ending.details).data ?? { created: 0, refused: 0 }
  const status = ending.action.split('.')[1] as 'finished' | 'stopped' | 'cancelled'
  return { ...begun, status, created, refused }
}
