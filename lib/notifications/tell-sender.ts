import { brandedMessages } from '@/lib/brand/branded-messages'
import { formatMessage } from '@/lib/i18n/format-message'
import { isLocale } from '@/lib/i18n/locale'
import { publishToast } from '@/lib/live/publish-live'
import type { BatchRow } from '@/lib/notifications/notification.store'
import type { Tx } from '@/lib/platform/db/database'
import { findProfile } from '@/lib/users/user.store'

/** Tells whoever sent a batch, on whatever page they have open, that it has come to its end, and how many it reached. */
export async function tellSender(tx: Tx, batch: BatchRow): Promise<void> {
  const { id, status, createdBy, title, total, delivered } = batch
  const sender = createdBy === null ? null : await findProfile(tx, createdBy)
  if (!sender) return
  const locale = isLocale(sender.locale) ? sender.locale : 'en'
  const { sent, stopped, reached, open } = brandedMessages(locale).notifications.toast
  const number = (count: number) => new Intl.NumberFormat(locale).format(count)
  await publishToast(tx, sender.id, {
    level: status === 'failed' ? 'error' : batch.failed > 0 ? 'warning' : 'success',
    title: formatMessage(status === 'failed' ? stopped : sent, { title }),
    message: formatMessage(reached, { delivered: number(delivered), total: number(total) }),
    action: { label: open, href: `/dashboard/notifications/${id}` },
  })
}
