import type { z } from 'zod'
import type { templateResponse } from '@/lib/messaging/notifications/notification.responses'
import type { Channel } from '@/lib/messaging/notifications/notification.schemas'
import type { TemplateRow } from '@/lib/messaging/notifications/template.store'

/** A template as API and pages show it. */
export type PresentedTemplate = z.output<typeof templateResponse>

/** Shows a template, field by field, its times in RFC 3339. */
export function presentTemplate(row: TemplateRow): PresentedTemplate {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    body: row.body,
    href: row.href,
    channels: row.channels as Channel[],
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}
