import { recordAudit } from '@/lib/audit/record-audit'
import { publishPatch } from '@/lib/live/publish-live'
import { deleteTemplateRow, holdTemplate } from '@/lib/notifications/template.store'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** Deletes a template for good; what was sent from it, or waits to be, keeps its texts. Refuses `not_found`. */
export async function deleteTemplate(actor: Principal, id: string, ctx: RequestContext): Promise<Outcome> {
  if (!isId(id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const template = await holdTemplate(tx, id)
    if (!template || !(await deleteTemplateRow(tx, id))) return refuse('not_found')
    await recordAudit(tx, ctx, {
      action: 'notification_template.deleted',
      outcome: 'ok',
      actorId: actor.userId,
      targetType: 'notification_template',
      targetId: template.id,
      details: { name: template.name },
    })
    await publishPatch(
      tx,
      { permission: 'notifications:send' },
      { target: 'notifications', op: 'invalidate' },
    )
    return { ok: true }
  })
}
