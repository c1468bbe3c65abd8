import { settings } from '@/lib/config/settings'
import {
  composeSimulatorWebhook,
  SIMULATOR_SIGNATURE,
  type SimulatorEvent,
  simulatorEvent,
  signSimulatorWebhook,
} from '@/lib/payments/providers/simulator-webhooks'
import type { Db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { defineJob } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'

const DELIVER_WITHIN_MS = 5000

/** Posts a webhook of the simulator to this service, as a provider would. */
export const simulatorWebhookJob = defineJob({
  kind: 'payment_simulator_webhook',
  payload: simulatorEvent,
  run: async (event) => {
    const body = await composeSimulatorWebhook(event)
    if (body === null) return
    const response = await fetch(`${settings().baseUrl}/api/v1/webhooks/payments/simulator`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [SIMULATOR_SIGNATURE]: signSimulatorWebhook(body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(DELIVER_WITHIN_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the simulator's webhook was answered ${response.status}`)
  },
})

/**
 * Queues a webhook about an event at the simulator; it is delivered if and only if the transaction
 * commits.
 */
export function queueSimulatorWebhook(
  db: Db,
  about: Omit<SimulatorEvent, 'eventId'>,
): Promise<void> {
  return enqueueJob(db, simulatorWebhookJob, { ...about, eventId: newId() })
}
