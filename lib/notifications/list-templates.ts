import { presentTemplate, type PresentedTemplate } from '@/lib/notifications/present-template'
import { countTemplateRows, findTemplate, listTemplateRows } from '@/lib/notifications/template.store'
import { boundedCount, COUNT_PROBE, type BoundedCount } from '@/lib/platform/bounded-count'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { listPageById, type PageRequest } from '@/lib/platform/list-page'
import { refuse, type Outcome } from '@/lib/platform/problems'

/** One page of templates, newest first. */
export async function listTemplates(
  page: PageRequest,
): Promise<Outcome<{ templates: PresentedTemplate[]; nextCursor: string | null }>> {
  const listed = await listPageById('notification templates', page, (by) => listTemplateRows(db(), by))
  if (!listed.ok) return listed
  return { ok: true, templates: listed.rows.map(presentTemplate), nextCursor: listed.nextCursor }
}

/** How many templates there are, exactly up to 10,000. */
export async function countTemplates(): Promise<BoundedCount> {
  return boundedCount(await countTemplateRows(db(), COUNT_PROBE))
}

/** One template. Refuses `not_found`. */
export async function getTemplate(id: string): Promise<Outcome<{ template: PresentedTemplate }>> {
  const row = isId(id) ? await findTemplate(db(), id) : null
  return row ? { ok: true, template: presentTemplate(row) } : refuse('not_found')
}
