import { deliverWebhook } from '@/lib/messaging/webhooks/deliver-webhooks'
import { SEND_LIMITS, type SendLimits } from '@/lib/messaging/webhooks/send-webhook'
import {
  claimDeliveries,
  type ClaimedDelivery,
} from '@/lib/messaging/webhooks/webhook-delivery.store'
import { expandEvents } from '@/lib/messaging/webhooks/webhook-event.store'
import { subscribe } from '@/lib/platform/bus/bus'
import { now as presentInstant } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { describeError } from '@/lib/platform/describe-error'
import { type After, type PollLoop, startPollLoop } from '@/lib/platform/jobs/poll-loop'
import { onWorkCommitted } from '@/lib/platform/jobs/wake-workers'
import { logger } from '@/lib/platform/logger'

interface WorkerOptions {
  limits?: SendLimits
  /** Tests supply their own timer and clock. */
  after?: After
  clock?: () => Date
}

/**
 * Starts sending webhooks: at once after a commit in this process, otherwise within a second. Each
 * endpoint has its own places, so one that hangs delays no others
 * (docs/decisions/0027-webhook-queue.md).
 */
export function startWebhookWorker(options: WorkerOptions = {}): PollLoop {
  const { limits = SEND_LIMITS, after, clock = presentInstant } = options
  const busy = new Map<string, number>()
  const running = new Set<Promise<void>>()

  async function round(): Promise<void> {
    for (const claim of await claimDeliveries(db(), { busy, now: clock() })) start(claim)
    // One batch at a time, so that many events delay no others.
    if ((await expandEvents(db())) > 0) polling.wake()
  }

  function start(claim: ClaimedDelivery): void {
    const { endpointId } = claim
    busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1)
    const run = deliverWebhook(claim, clock, limits)
      .catch((error: unknown) => {
        logger().warn(
          { delivery_id: claim.id, reason: describeError(error) },
          'a webhook delivery could not be settled',
        )
      })
      .then(() => {
        running.delete(run)
        const left = busy.get(endpointId)! - 1
        if (left > 0) busy.set(endpointId, left)
        else busy.delete(endpointId)
        // Its place is free for the next event of the endpoint.
        polling.wake()
      })
    running.add(run)
  }

  const polling = startPollLoop(
    { worker: 'the webhook worker', round, running: () => [...running] },
    after,
  )
  const unsubscribers = [
    onWorkCommitted('webhooks', polling.wake),
    // The end of a session is queued by a trigger; the bus reports it.
    subscribe(({ type }) => {
      if (type === 'session.revoked' || type === 'user.sessions_revoked') polling.wake()
    }),
  ]
  return {
    wake: polling.wake,
    stop: () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
      return polling.stop()
    },
  }
}
