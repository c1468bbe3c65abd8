import { recordAudit } from '@/lib/audit/record-audit'
import { publishNotificationsChanged } from '@/lib/messaging/notifications/publish-notifications'
import type { Channel } from '@/lib/messaging/notifications/notification.schemas'
import {
  type PresentedTemplate,
  presentTemplate,
} from '@/lib/messaging/notifications/present-template'
import {
  countTemplateRows,
  deleteTemplateRow,
  findTemplate,
  insertTemplate,
  listTemplateRows,
  lockTemplateForUpdate,
  type TemplateChange,
  type TemplateRow,
  updateTemplate,
} from '@/lib/messaging/notifications/template.store'
import { type AcceptedVersions, checkVersion } from '@/lib/platform/check-version'
import { db, type Tx } from '@/lib/platform/db/database'
import { isUniqueViolation } from '@/lib/platform/db/database-errors'
import { inTransaction } from '@/lib/platform/db/transaction'
import { isId, newId } from '@/lib/platform/ids'
import {
  boundedCount,
  type BoundedCount,
  COUNT_PROBE,
  listPageById,
  type PageRequest,
} from '@/lib/platform/pagination'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** One page of templates, newest first. */
export async function listTemplates(
  page: PageRequest,
): Promise<Outcome<{ templates: PresentedTemplate[]; nextCursor: string | null }>> {
  const listed = await listPageById('notification templates', page, (by) =>
    listTemplateRows(db(), by),
  )
  if (!listed.ok) return listed
  return { ok: true, templates: listed.rows.map(presentTemplate), nextCursor: listed.nextCursor }
}

/** The number of templates, exact up to 10,000. */
export async function countTemplates(): Promise<BoundedCount> {
  return boundedCount(await countTemplateRows(db(), COUNT_PROBE))
}

/** One template. Refuses `not_found`. */
export async function getTemplate(id: string): Promise<Outcome<{ template: PresentedTemplate }>> {
  const row = isId(id) ? await findTemplate(db(), id) : null
  return row ? { ok: true, template: presentTemplate(row) } : refuse('not_found')
}

/** Creates a template from texts and channels. Refuses `conflict` if the name is taken. */
export function createTemplate(
  actor: Principal,
  template: { name: string; title: string; body: string; href: string | null; channels: Channel[] },
  ctx: RequestContext,
): Promise<Outcome<{ template: PresentedTemplate }>> {
  const id = newId()
  const { body: _, ...audited } = template
  return inTransaction(async (tx) => {
    if (!(await insertTemplate(tx, { ...template, id, createdById: actor.userId, now: ctx.now })))
      return refuseTakenName()
    await recordAudit(tx, ctx, {
      action: 'notification_template.created',
      outcome: 'ok',
      actorId: actor.userId,
      targetId: id,
      details: audited,
    })
    await publishNotificationsChanged(tx)
    return { ok: true, template: presentTemplate((await findTemplate(tx, id))!) }
  })
}

interface TemplateTarget {
  id: string
  versions?: AcceptedVersions
}

/**
 * Changes a template; undefined keeps a field. Notifications sent from it don't change. A request
 * that changes nothing writes nothing. Refuses `not_found`, `conflict` (the name), and
 * `precondition_failed` if `versions` lacks that of the template.
 */
export async function changeTemplate(
  actor: Principal,
  { id, versions, ...change }: TemplateTarget & TemplateChange,
  ctx: RequestContext,
): Promise<Outcome<{ template: PresentedTemplate }>> {
  if (!isId(id)) return refuse('not_found')
  try {
    return await inTransaction(async (tx) => {
      const found = await lockTarget(tx, { id, versions })
      if (!found.ok) return found
      const before = found.template
      const changed = changedFields(before, change)
      if (changed.length === 0) return { ok: true, template: presentTemplate(before) }
      await updateTemplate(tx, id, { ...change, now: ctx.now })
      const after = (await findTemplate(tx, id))!
      await recordAudit(tx, ctx, {
        action: 'notification_template.changed',
        outcome: 'ok',
        actorId: actor.userId,
        targetId: before.id,
        details: { fields: changed, before: auditedFields(before), after: auditedFields(after) },
      })
      await publishNotificationsChanged(tx)
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
    (name) =>
      change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(before[name]),
  )
}

/**
 * For the audit log. The body is omitted: it may be long, and the title identifies the template.
 */
const auditedFields = ({ name, title, href, channels }: TemplateRow) => ({
  name,
  title,
  href,
  channels,
})

/**
 * Permanently deletes a template. Notifications sent or scheduled from it keep their texts. Refuses
 * `not_found` and, as above, `precondition_failed`.
 */
export async function deleteTemplate(
  actor: Principal,
  { id, versions }: TemplateTarget,
  ctx: RequestContext,
): Promise<Outcome> {
  if (!isId(id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const found = await lockTarget(tx, { id, versions })
    if (!found.ok) return found
    const { template } = found
    if (!(await deleteTemplateRow(tx, id))) return refuse('not_found')
    await recordAudit(tx, ctx, {
      action: 'notification_template.deleted',
      outcome: 'ok',
      actorId: actor.userId,
      targetId: template.id,
      details: { name: template.name },
    })
    await publishNotificationsChanged(tx)
    return { ok: true }
  })
}

async function lockTarget(
  tx: Tx,
  { id, versions }: TemplateTarget,
): Promise<Outcome<{ template: TemplateRow }>> {
  const template = await lockTemplateForUpdate(tx, id)
  if (!template) return refuse('not_found')
  return checkVersion(template, versions) ?? { ok: true, template }
}

function refuseTakenName(): Refusal {
  const detail = 'Another template has this name.'
  return refuse('conflict', {
    detail,
    errors: [{ pointer: '/name', code: 'template_name_taken', detail }],
  })
}
