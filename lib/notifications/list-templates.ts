import { presentTemplate, type PresentedTemplate } from '@/lib/notifications/present-template'
import { findTemplate, listTemplateRows } from '@/lib/notifications/template.store'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import { refuseCursor } from '@/lib/platform/refuse-cursor'

/** One page of templates, newest first. `cursor` is what the page before returned. */
export async function listTemplates(page: {
  limit: number
  cursor?: string | null | undefined
}): Promise<Outcome<{ templates: PresentedTemplate[]; nextCursor: string | null }>> {
  if (page.cursor && !isId(page.cursor)) return refuseCursor()
  const rows = await listTemplateRows(db(), { limit: page.limit + 1, beforeId: page.cursor ?? null })
  const shown = rows.slice(0, page.limit)
  const nextCursor = rows.length > page.limit ? shown.at(-1)!.id : null
  return { ok: true, templates: shown.map(presentTemplate), nextCursor }
}

/** One template. Refuses `not_found`. */
export async function getTemplate(id: string): Promise<Outcome<{ template: PresentedTemplate }>> {
  const row = isId(id) ? await findTemplate(db(), id) : null
  return row ? { ok: true, template: presentTemplate(row) } : refuse('not_found')
}
