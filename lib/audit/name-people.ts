import { findEmails } from '@/lib/audit/audit-list.store'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'

/** The e-mail addresses, by id, of the users whom these records speak of as actor or target. */
export function namePeople(records: readonly AuditRecord[]): Promise<Map<string, string>> {
  const ids = records.flatMap(({ actor_id, target_type, target_id }) => [
    actor_id,
    target_type === 'user' ? target_id : null,
  ])
  return findEmails(db(), [...new Set(ids.filter((id) => id !== null && isId(id)))] as string[])
}
