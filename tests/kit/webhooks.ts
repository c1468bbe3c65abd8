import { afterEach, beforeAll, beforeEach } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { createWebhook } from '@/lib/messaging/webhooks/manage-webhooks'
import type { PresentedWebhook } from '@/lib/messaging/webhooks/present-webhook'
import { expandEvents } from '@/lib/messaging/webhooks/webhook-event.store'
import { db } from '@/lib/platform/db/database'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import { holderOf } from '@/tests/kit/administrators'
import { startWebhookReceiver } from '@/tests/kit/stand-ins/webhook-receiver'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

/**
 * A test database with a receiver for each test, and no webhooks before it. The actor may manage
 * webhooks.
 */
export function prepareWebhooks() {
  useTestDatabase()
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
  let actor: Principal
  beforeAll(async () => {
    useSettings()
    await syncCatalog(new Date())
    actor = await holderOf('settings:manage')
  })
  beforeEach(async () => {
    await forgetWebhooks()
    receiver = await startWebhookReceiver()
  })
  afterEach(() => receiver.close())
  return { receiver: () => receiver, actor: () => actor }
}

/** Deletes every webhook with its deliveries. */
export async function forgetWebhooks(): Promise<void> {
  await db().webhookEndpoint.deleteMany()
  await db().webhookSubscription.deleteMany()
  await db().webhookEvent.deleteMany()
  await db().webhookDelivery.deleteMany()
}

/** Writes the deliveries of all queued events, as the worker does. */
export async function expandAllEvents(): Promise<void> {
  while ((await expandEvents(db())) > 0);
}

/** A webhook for these events, with its secret. */
export async function makeWebhook(
  url: string,
  events: readonly string[] = ['user.*'],
  ctx: RequestContext = testContext(),
): Promise<PresentedWebhook & { secret: string }> {
  const actor = await holderOf('settings:manage')
  const made = await createWebhook(actor, { url, events: [...events], description: null }, ctx)
  if (!made.ok) throw new Error(JSON.stringify(made))
  return { ...made.webhook, secret: made.secret }
}
