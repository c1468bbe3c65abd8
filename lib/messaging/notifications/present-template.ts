import type { z } from 'zod'
import type { templateResponse } from '@/lib/messaging/notifications/notification.responses'
import type { Channel } from '@/lib/messaging/notifications/notification.schemas'
import type { TemplateRow } from '@/lib/messaging/notifications/template.store'

export type PresentedTemplate = z.output<typeof templateResponse>

/** Builds the response from listed fields, with RFC 3339 times. */
export function presentTemplate(row: TemplateRow): PresentedTemplate {
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    body: row.body,
    href: row.href,
    channels: row.channels as Channel[],
    created_by: row.createdById,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
  }
}
