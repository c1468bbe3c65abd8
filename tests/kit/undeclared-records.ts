import { z } from 'zod'
import { findAuditAction } from '@/lib/audit/audit-actions'
import type { AuditOutcome } from '@/lib/audit/audit.schemas'
import { db } from '@/lib/platform/db/database'

interface StoredRecord {
  action: string
  outcome: AuditOutcome
  target_type: string | null
  details: Record<string, unknown>
}

let allowed = false

/** For a test file that stores records of unknown actions itself. */
export function allowUndeclaredRecords(): void {
  allowed = true
}

/**
 * What the audit records of the current database have that the declarations of their actions don't
 * say: one of each kind. Also covers records that SQL writes, and details that were spread in.
 */
export async function findUndeclaredRecords(): Promise<string[]> {
  if (allowed) return []
  const rows = await db().$queryRaw<StoredRecord[]>`
    SELECT DISTINCT ON (action, outcome, target_type, fields) action, outcome, target_type, details
    FROM (SELECT *, (SELECT array_agg(key ORDER BY key) FROM jsonb_object_keys(details) key) AS fields
      FROM audit_records WHERE NOT details ? 'erased_by') AS records`
  return rows.map(faultOf).filter((fault) => fault !== null)
}

function faultOf({ action, outcome, target_type, details }: StoredRecord): string | null {
  const declared = findAuditAction(action)
  const fields = declared?.[outcome]
  if (!declared || !fields) return `${action} (${outcome}) isn’t declared`
  // Some actions have no target at times.
  if (target_type !== null && target_type !== declared.target)
    return `${action} has the target ${target_type}`
  const context = { api_key_id: z.uuid().optional(), on_behalf_of: z.uuid().optional() }
  const shape = { surface: z.string(), ...context, ...fields }
  const parsed = z.strictObject(shape).safeParse(details)
  return parsed.success ? null : `${action} (${outcome}): ${z.prettifyError(parsed.error)}`
}
