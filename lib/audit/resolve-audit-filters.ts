import type { AuditConditions } from '@/lib/audit/audit-list.store'
import { findUserId } from '@/lib/audit/audit-names.store'
import type { AuditFilters } from '@/lib/audit/audit.schemas'
import { db } from '@/lib/platform/db/database'

/** Filters as people give them, as conditions on columns; null when nothing can fit (the address is nobody's). */
export async function resolveAuditFilters(filters: AuditFilters): Promise<AuditConditions | null> {
  const { actor, action, target, ip, import: importId, from, to } = filters
  const actorId = actor?.includes('@') ? await findUserId(db(), actor) : actor
  if (actorId === null) return null
  const kind = action?.endsWith('.*') ? { resource: action.slice(0, -2) } : { action }
  return { actorId, ...kind, targetId: target, ip, importId, from, to }
}
