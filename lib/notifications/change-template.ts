import { recordAudit } from '@/lib/audit/record-audit'
import { publishPatch } from '@/lib/live/publish-live'
import { presentTemplate, type PresentedTemplate } from '@/lib/notifications/present-template'
import { refuseTakenName } from '@/lib/notifications/refuse-taken-name'
import {
  findTemplate,
  holdTemplate,
  updateTemplate,
  type TemplateChange,
  type TemplateRow,
} from '@/lib/notifications/template.store'
import { isUniqueViolation } from '@/lib/platform/db/database-errors'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/**
 * Changes a template; undefined leaves a field alone. What was sent from it stays as it was. A request that changes nothing writes
 * nothing. Refuses `not_found` and `conflict` (the name).
 */
export async function changeTemplate(
  actor: Principal,
  { id, ...change }: { id: string } & TemplateChange,
  ctx: RequestContext,
): Promise<Outcome<{ template: PresentedTemplate }>> {
  if (!isId(id)) return refuse('not_found')
  try {
    return await inTransaction(async (tx) => {
      const before = await holdTemplate(tx, id)
      if (!before) return refuse('not_found')
      const changed = changedFields(before, change)
      if (changed.length === 0) return { ok: true, template: presentTemplate(before) }
      await updateTemplate(tx, id, { ...change, now: ctx.now })
      const after = (await findTemplate(tx, id))!
      await recordAudit(tx, ctx, {
        action: 'notification_template.changed',
        outcome: 'ok',
        actorId: actor.userId,
        targetType: 'notification_template',
        targetId: before.id,
        details: { fields: changed, before: shown(before), after: shown(after) },
      })
      await publishPatch(
        tx,
        { permission: 'notifications:send' },
        { target: 'notifications', op: 'invalidate' },
      )
      return { ok: true, template: presentTemplate(after) }
    })
  } catch (error) {
    if (isUniqueViolation(error)) return refuseTakenName()
    throw error
  }
}

const FIELDS = ['name', 'title', 'body', 'href', 'channels'] as const

function changedFields(before: TemplateRow, change: TemplateChange) {
  return FIELDS.filter(
    (name) => change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(before[name]),
  )
}

/** For the record: the body may be long, and says no more than the title does. */
const shown = ({ name, title, href, channels }: TemplateRow) => ({ name, title, href, channels })
