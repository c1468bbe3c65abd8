import type { z } from 'zod'
import { notificationText } from '@/lib/messaging/notifications/compose-notification'
import type { notificationResponse } from '@/lib/messaging/notifications/notification.responses'
import type { Channel } from '@/lib/messaging/notifications/notification.schemas'
import type { CountedBatch } from '@/lib/messaging/notifications/notification.store'
import { measureText } from '@/lib/messaging/sms/segments'

export type PresentedNotification = z.output<typeof notificationResponse>

function presentTexts({
  channels,
  texts,
  smsUnreachable,
  ...batch
}: CountedBatch): PresentedNotification['sms'] {
  if (!channels.includes('sms')) return null
  const {
    queued = 0,
    sent = 0,
    delivered = 0,
    failed = 0,
    opted_out = 0,
    skipped = 0,
  } = texts ?? {}
  const { segments } = measureText(notificationText(batch))
  return { queued, sent, delivered, failed, opted_out, skipped: skipped + smsUnreachable, segments }
}

/**
 * Builds the response from listed fields, with RFC 3339 times. The user ids are given only as a
 * count.
 */
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
    sms: presentTexts(row),
    title: row.title,
    body: row.body,
    href: row.href,
    template_id: row.templateId,
    send_at: row.sendAt?.toISOString() ?? null,
    created_by: row.createdById,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}
