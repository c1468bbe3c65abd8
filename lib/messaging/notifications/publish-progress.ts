import { findProfile } from '@/lib/accounts/user.store'
import { brandedMessages } from '@/lib/brand/brand'
import { formatMessage } from '@/lib/i18n/format'
import { localeOrDefault } from '@/lib/i18n/locale'
import { publishPatch, publishToast } from '@/lib/messaging/live/publish-live'
import type { BatchRow } from '@/lib/messaging/notifications/notification.store'
import { publishNotificationsChanged } from '@/lib/messaging/notifications/publish-notifications'
import type { Tx } from '@/lib/platform/db/database'
import { whenCommitted } from '@/lib/platform/db/transaction'
import { wakeWorkers } from '@/lib/platform/jobs/wake-workers'

/**
 * Publishes the progress of a batch to open pages. After it has ended, also to pages that list
 * batches and to its sender on any page.
 */
export async function publishProgress(tx: Tx, batch: BatchRow): Promise<void> {
  const { id, total, delivered, failed, skipped, status } = batch
  const audience = { permission: 'notifications:send' } as const
  const data = { total, delivered, failed, skipped, status }
  await publishPatch(tx, audience, { target: `notifications/${id}`, op: 'merge', data })
  if (status !== 'running') await publishNotificationsChanged(tx)
  if (status !== 'completed' && status !== 'failed') return
  // A trigger queued the event; this only saves the wait for the next poll.
  whenCommitted(tx, () => wakeWorkers('webhooks'))
  await notifySender(tx, batch)
}

/**
 * Shows the sender of a batch, on any open page, that it has ended and how many users it reached.
 */
async function notifySender(tx: Tx, batch: BatchRow): Promise<void> {
  const { id, status, createdById, title, total, delivered } = batch
  const sender = createdById === null ? null : await findProfile(tx, createdById)
  if (!sender) return
  const locale = localeOrDefault(sender.locale)
  const { sent, stopped, reached, open } = brandedMessages(locale).notifications.toast
  const number = (count: number) => new Intl.NumberFormat(locale).format(count)
  await publishToast(tx, sender.id, {
    level: status === 'failed' ? 'error' : batch.failed > 0 ? 'warning' : 'success',
    title: formatMessage(status === 'failed' ? stopped : sent, { title }),
    message: formatMessage(reached, { delivered: number(delivered), total: number(total) }),
    action: { label: open, href: `/dashboard/notifications/${id}` },
  })
}
