import { type EventSource, sourcesOf } from '@/lib/messaging/webhooks/webhook-events'
import { MAX_ENDPOINTS } from '@/lib/messaging/webhooks/webhook.schemas'
import {
  listSubscriptions,
  listWebhookRows,
  lockWebhook,
  writeSubscriptions,
} from '@/lib/messaging/webhooks/webhook.store'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'

/**
 * Makes the subscriptions in the database match the events that this build declares: a new build
 * may have new ones in a family. Each start calls it; any number of instances may do so at once.
 */
export async function syncSubscriptions(): Promise<void> {
  const endpoints = await listWebhookRows(db(), { limit: MAX_ENDPOINTS, beforeId: null })
  for (const { id } of endpoints)
    await inTransaction(async (tx) => {
      const endpoint = await lockWebhook(tx, id)
      if (!endpoint) return
      const sources = sourcesOf(endpoint.events)
      if (keyOf(await listSubscriptions(tx, id)) !== keyOf(sources))
        await writeSubscriptions(tx, id, sources)
    })
}

const keyOf = (sources: readonly EventSource[]) =>
  sources
    .map(({ source, event, condition, fields }) =>
      JSON.stringify([source, event, condition, fields]),
    )
    .sort()
    .join()
