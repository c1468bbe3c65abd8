import type { z } from 'zod'
import type { notificationAnswer } from '@/lib/notifications/notification.answers'
import type { CountedBatch } from '@/lib/notifications/notification.store'
import type { Channel } from '@/lib/notifications/notification.schemas'

/** A batch as API and pages show it. */
export type PresentedNotification = z.output<typeof notificationAnswer>

/** Shows a batch, field by field, its times in RFC 3339. Of the ids it was sent to, only how many there were. */
export function presentNotification(row: CountedBatch): PresentedNotification {
  return {
    batch_id: row.id,
    status: row.status,
    stopped_because: row.stoppedBecause,
    total: row.total,
    delivered: row.delivered,
    failed: row.failed,
    skipped: row.skipped,
    audience: {
      kind: row.audience as 'users' | 'role' | 'all',
      role: row.roleName,
      user_count: row.audience === 'users' ? row.userCount : null,
    },
    channels: row.channels as Channel[],
    title: row.title,
    body: row.body,
    href: row.href,
    template_id: row.templateId,
    send_at: row.sendAt?.toISOString() ?? null,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}
