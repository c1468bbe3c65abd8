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
import { type Build, SILENT_SECONDS } from '@/lib/platform/instances/heartbeat'
import { listInstances } from '@/lib/platform/instances/instance.store'

/**
 * Makes the subscriptions in the database match the events that this build declares: a new build
 * may have new ones in a family. Each start calls it, and a job every five minutes; any number of
 * instances may do so at once. While a newer version runs, it does nothing: the new events of that
 * one would no longer be sent.
 */
export async function syncSubscriptions({ version }: Pick<Build, 'version'>): Promise<void> {
  const running = await listInstances(db(), SILENT_SECONDS)
  if (running.some((other) => isNewer(other.version, version))) return
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

const isNewer = (one: string, other: string) =>
  releaseOf(one).localeCompare(releaseOf(other), 'en', { numeric: true }) > 0

/** Without the pre-release label: it would sort after the release. */
const releaseOf = (version: string) => version.replace(/-.*$/, '')

const keyOf = (sources: readonly EventSource[]) =>
  sources
    .map(({ source, event, condition, fields }) =>
      JSON.stringify([source, event, condition, fields]),
    )
    .sort()
    .join()
