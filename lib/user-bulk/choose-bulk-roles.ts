import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { findBulkRow, writeDraftRoles, type BulkRow } from '@/lib/user-bulk/bulk-action.store'
import { takesRoles } from '@/lib/user-bulk/bulk-kinds'
import { findBulkRoles } from '@/lib/user-bulk/find-bulk-roles'
import { getBulkAction } from '@/lib/user-bulk/list-bulk-actions'

/** Says which roles a draft of one's own adds or removes. Refuses `not_found`, and `privilege_escalation` for roles one cannot give. */
export async function chooseBulkRoles(
  actor: Principal,
  { id, roles }: { id: string; roles: readonly string[] },
  ctx: RequestContext,
): Promise<Outcome<{ bulk: BulkRow }>> {
  const draft = await getBulkAction(actor, id)
  if (!draft.ok) return draft
  const { kind } = draft.bulk
  if (!takesRoles(kind)) return refuse('not_found')
  if (roles.length === 0) return refuse('validation_failed', { errors: [fieldError(['roles'], 'required')] })
  return inTransaction(async (tx) => {
    const found = await findBulkRoles(tx, actor, { kind, roles })
    if (!found.ok) return found
    const by = { id: draft.bulk.id, actorId: actor.userId, ...found.roles, now: ctx.now }
    if (!(await writeDraftRoles(tx, by))) return refuse('not_found')
    return { ok: true, bulk: (await findBulkRow(tx, draft.bulk.id))! }
  })
}
