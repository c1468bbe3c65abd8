import { countPendingMails } from '@/lib/messaging/notifications/notification-mail.store'
import { countPendingDeliveries } from '@/lib/messaging/webhooks/webhook-delivery.store'
import { countWebhooks } from '@/lib/messaging/webhooks/webhook.store'
import { now as presentInstant } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { describeError } from '@/lib/platform/describe-error'
import { countJobs, listOverdueTasks } from '@/lib/platform/jobs/job.store'
import { logger } from '@/lib/platform/logger'
import { type Queue, QUEUES, type WebhookState } from '@/lib/platform/metrics/metric-declarations'

interface QueueReading {
  waiting: number
  /** Only queues that keep what failed for good. */
  failed: number | null
  oldestSeconds: number
}

/**
 * What the database knows about the background work of all instances; null where it did not answer.
 */
export interface WorkReading {
  queues: Record<Queue, QueueReading | null>
  /** By the name of the recurring job: for how many seconds it has been due. */
  overdue: Map<string, number> | null
  webhooks: Record<WebhookState, number> | null
}

/** The queue of a kind of job. */
export function queueOf(kind: string): Queue {
  if (kind.startsWith('notification')) return 'notifications'
  if (kind.startsWith('sms')) return 'sms'
  return kind === 'mail' ? 'mail' : 'other'
}

interface Counted {
  waiting: number
  failed?: number
  dueSince: Date | null
}

/**
 * Reads the queues, each on its own: one that cannot be read must not hide the others, because
 * alerts would end during the incident.
 */
export async function readWork(now: Date = presentInstant()): Promise<WorkReading> {
  const failures = new Map<string, unknown>()
  const settle = async <T>(name: string, reading: Promise<T>): Promise<T | null> =>
    reading.catch((error: unknown) => {
      failures.set(name, error)
      return null
    })
  const [jobs, tasks, mails, deliveries, endpoints] = await Promise.all([
    settle('jobs', countJobs(db(), now)),
    settle('recurring jobs', listOverdueTasks(db())),
    settle('emails of notifications', countPendingMails(db(), now)),
    settle('webhook deliveries', countPendingDeliveries(db(), now)),
    settle('webhooks', countWebhooks(db())),
  ])
  if (failures.size > 0) logFailures(failures)
  const jobsOf = (queue: Queue) => jobs?.filter(({ kind }) => queueOf(kind) === queue) ?? null
  const queues = Object.fromEntries(
    QUEUES.map((queue) => [queue, sumUp(jobsOf(queue), now)]),
  ) as WorkReading['queues']
  const notifications = jobsOf('notifications')
  queues.notifications = sumUp(notifications && mails && [...notifications, mails], now)
  const webhookQueue = sumUp(deliveries && [deliveries], now)
  queues.webhooks = webhookQueue && { ...webhookQueue, failed: null }
  return {
    queues,
    overdue: tasks && new Map(tasks.map(({ name, seconds }) => [name, seconds])),
    webhooks: endpoints && {
      ...{ working: 0, failing: 0, disabled: 0 },
      ...Object.fromEntries(endpoints.map(({ state, count }) => [state, count])),
    },
  }
}

function sumUp(parts: Counted[] | null, now: Date): QueueReading | null {
  if (!parts) return null
  const sum = { waiting: 0, failed: 0, oldestSeconds: 0 }
  for (const { waiting, failed = 0, dueSince } of parts) {
    sum.waiting += waiting
    sum.failed += failed
    const seconds = dueSince ? (now.getTime() - dueSince.getTime()) / 1000 : 0
    sum.oldestSeconds = Math.max(sum.oldestSeconds, seconds)
  }
  return sum
}

function logFailures(failures: ReadonlyMap<string, unknown>): void {
  const [reason] = failures.values()
  logger().warn(
    { parts: [...failures.keys()], reason: describeError(reason) },
    'background work could not be counted for the metrics',
  )
}
