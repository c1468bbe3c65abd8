import { notifyHolders } from '@/lib/messaging/inbox/notify-holders'
import {
  bringForward,
  purgeDeliveries,
  purgeDeliveriesOf,
} from '@/lib/messaging/webhooks/webhook-delivery.store'
import { purgeEvents } from '@/lib/messaging/webhooks/webhook-event.store'
import {
  purgeWebhookJobKind,
  resumeWebhookJobKind,
  webhookNoticeJobKind,
} from '@/lib/messaging/webhooks/webhook-job-kinds'
import { openWebhookSecret, sealWebhookSecret } from '@/lib/messaging/webhooks/webhook-secret'
import { MAX_ENDPOINTS } from '@/lib/messaging/webhooks/webhook.schemas'
import {
  dropExpiredSecrets,
  listWebhookRows,
  resealWebhook,
} from '@/lib/messaging/webhooks/webhook.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { defineJob, definePurgeJob, defineRecurringJob } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { wakeWorkers } from '@/lib/platform/jobs/wake-workers'
import { logger } from '@/lib/platform/logger'

const KEEP_DELIVERIES_SECONDS = 30 * 86_400

/** How long a job changes rows before it queues the next one, and the pause between the two. */
const SLICE_MS = 500
const PAUSE_SECONDS = 5
const ROWS_AT_ONCE = 200

export const purgeWebhookJob = defineJob({
  ...purgeWebhookJobKind,
  run: async ({ webhook_id: id }, { now }) => {
    if (await isDoneInSlice(() => purgeDeliveriesOf(db(), id, ROWS_AT_ONCE))) return
    const runAt = addSeconds(now, PAUSE_SECONDS)
    await enqueueJob(db(), purgeWebhookJobKind, { webhook_id: id }, now, runAt)
  },
})

export const resumeWebhookJob = defineJob({
  ...resumeWebhookJobKind,
  run: async (payload, { now }) => {
    const waiting = { endpointId: payload.webhook_id, since: new Date(payload.since), now }
    const isDone = await isDoneInSlice(() => bringForward(db(), waiting, ROWS_AT_ONCE))
    wakeWorkers('webhooks')
    if (isDone) return
    await enqueueJob(db(), resumeWebhookJobKind, payload, now, addSeconds(now, PAUSE_SECONDS))
  },
})

/** Changes rows in batches until none are left (true) or the slice ends. */
async function isDoneInSlice(changeBatch: () => Promise<number>): Promise<boolean> {
  const endsAt = performance.now() + SLICE_MS
  do {
    if ((await changeBatch()) < ROWS_AT_ONCE) return true
  } while (performance.now() < endsAt)
  return false
}

export const webhookNoticeJob = defineJob({
  ...webhookNoticeJobKind,
  run: ({ occasion, at, target, after }, { now }) =>
    inTransaction(async (tx) => {
      const by = { permission: 'settings:manage', occasion, after } as const
      const notice = { mail: 'webhook_disabled', at, target } as const
      const next = await notifyHolders(tx, by, (userId) => ({ ...notice, userId }), now)
      if (next)
        await enqueueJob(tx, webhookNoticeJobKind, { occasion, at, target, after: next }, now)
    }),
})

/**
 * Deletes deliveries after 30 days, including pending ones of disabled webhooks, and events that
 * have no deliveries by then because no instance of this version was running.
 */
export const purgeWebhookDeliveries = definePurgeJob({
  name: 'purge-webhook-deliveries',
  everySeconds: 3600,
  purges: {
    webhook_deliveries: (db, now, limit) =>
      purgeDeliveries(db, addSeconds(now, -KEEP_DELIVERIES_SECONDS), limit),
    webhook_events: (db, now, limit) =>
      purgeEvents(db, addSeconds(now, -KEEP_DELIVERIES_SECONDS), limit),
  },
})

/** Forgets previous secrets, and seals the others again after a change of the encryption key. */
export const renewWebhookSecrets = defineRecurringJob({
  name: 'renew-webhook-secrets',
  everySeconds: 3600,
  run: async (now) => {
    await dropExpiredSecrets(db(), now)
    const endpoints = await listWebhookRows(db(), { limit: MAX_ENDPOINTS, beforeId: null })
    for (const { id, secret, previousSecret } of endpoints)
      for (const from of [secret, previousSecret]) if (from) await renewSecret(id, from)
  },
})

async function renewSecret(id: string, from: Uint8Array): Promise<void> {
  try {
    const { secret, outdated } = openWebhookSecret(from, id)
    if (outdated) await resealWebhook(db(), id, { from, to: sealWebhookSecret(secret, id) })
  } catch (error) {
    logger().error({ webhook_id: id, error }, 'the secret of a webhook cannot be decrypted')
  }
}
