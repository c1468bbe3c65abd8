import { countPendingMails } from '@/lib/messaging/notifications/notification-mail.store'
import { countPendingDeliveries } from '@/lib/messaging/webhooks/webhook-delivery.store'
import { countWebhooks, type WebhookState } from '@/lib/messaging/webhooks/webhook.store'
import { now as presentInstant } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { countJobs, listRecurringTasks } from '@/lib/platform/jobs/job.store'
import { type Queue, QUEUES } from '@/lib/platform/metrics/metric-declarations'

interface QueueReading {
  waiting: number
  /** Only queues that keep what failed for good. */
  failed: number | null
  oldestSeconds: number
}

/** What the database knows about the background work of all instances. */
export interface WorkReading {
  queues: Record<Queue, QueueReading>
  /** By the name of the recurring job: for how many seconds it has been due. */
  overdue: Map<string, number>
  webhooks: Record<WebhookState, number>
}

/** The queue of a kind of job. */
export function queueOf(kind: string): Queue {
  if (kind.startsWith('notification')) return 'notifications'
  if (kind.startsWith('sms')) return 'sms'
  return kind === 'mail' ? 'mail' : 'other'
}

/** Reads the queues. Throws if the database is unavailable. */
export async function readWork(now: Date = presentInstant()): Promise<WorkReading> {
  const [jobs, tasks, mails, deliveries, endpoints] = await Promise.all([
    countJobs(db(), now),
    listRecurringTasks(db()),
    countPendingMails(db(), now),
    countPendingDeliveries(db(), now),
    countWebhooks(db()),
  ])
  const secondsSince = (date: Date | null) =>
    date ? Math.max(0, (now.getTime() - date.getTime()) / 1000) : 0
  const queues = Object.fromEntries(
    QUEUES.map((queue) => [queue, { waiting: 0, failed: 0, oldestSeconds: 0 }]),
  ) as Record<Queue, QueueReading>
  const add = (queue: Queue, { waiting, failed = 0, dueSince }: Counted) => {
    const sum = queues[queue]
    sum.waiting += waiting
    sum.failed = (sum.failed ?? 0) + failed
    sum.oldestSeconds = Math.max(sum.oldestSeconds, secondsSince(dueSince))
  }
  for (const job of jobs) add(queueOf(job.kind), job)
  add('notifications', mails)
  add('webhooks', deliveries)
  queues.webhooks.failed = null
  const webhooks = { working: 0, failing: 0, disabled: 0 }
  for (const { state, count } of endpoints) webhooks[state] = count
  const overdue = new Map(tasks.map(({ name, nextRunAt }) => [name, secondsSince(nextRunAt)]))
  return { queues, overdue, webhooks }
}

interface Counted {
  waiting: number
  failed?: number
  dueSince: Date | null
}
