import { recordAudit } from '@/lib/audit/record-audit'
import { publishPatch } from '@/lib/live/publish-live'
import type { Channel } from '@/lib/notifications/notification.schemas'
import { presentTemplate, type PresentedTemplate } from '@/lib/notifications/present-template'
import { refuseTakenName } from '@/lib/notifications/refuse-taken-name'
import { findTemplate, insertTemplate } from '@/lib/notifications/template.store'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** Keeps texts and channels to be sent again. Refuses `conflict` when another template has the name. */
export function createTemplate(
  actor: Principal,
  template: { name: string; title: string; body: string; href: string | null; channels: Channel[] },
  ctx: RequestContext,
): Promise<Outcome<{ template: PresentedTemplate }>> {
  const id = newId()
  const { body: _, ...told } = template
  return inTransaction(async (tx) => {
    if (!(await insertTemplate(tx, { ...template, id, createdBy: actor.userId, now: ctx.now })))
      return refuseTakenName()
    await recordAudit(tx, ctx, {
      action: 'notification_template.created',
      outcome: 'ok',
      actorId: actor.userId,
      targetType: 'notification_template',
      targetId: id,
      details: told,
    })
    await publishPatch(
      tx,
      { permission: 'notifications:send' },
      { target: 'notifications', op: 'invalidate' },
    )
    return { ok: true, template: presentTemplate((await findTemplate(tx, id))!) }
  })
}
