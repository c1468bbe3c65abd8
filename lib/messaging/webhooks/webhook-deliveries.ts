import { recordAudit } from '@/lib/audit/record-audit'
import { publishWebhooksChanged } from '@/lib/messaging/webhooks/publish-webhooks'
import { type PresentedDelivery, presentDelivery } from '@/lib/messaging/webhooks/present-webhook'
import {
  findDelivery,
  insertDelivery,
  listDeliveryRows,
  requeueDelivery,
} from '@/lib/messaging/webhooks/webhook-delivery.store'
import type { DeliveryStatus } from '@/lib/messaging/webhooks/webhook.schemas'
import { TEST_EVENT } from '@/lib/messaging/webhooks/webhook-events'
import { findWebhook } from '@/lib/messaging/webhooks/webhook.store'
import { db, type Tx } from '@/lib/platform/db/database'
import { afterCommit, inTransaction } from '@/lib/platform/db/transaction'
import { isId, newId } from '@/lib/platform/ids'
import { wakeWorkers } from '@/lib/platform/jobs/wake-workers'
import { listPageById, type PageRequest } from '@/lib/platform/pagination'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'

type Queued = Outcome<{ delivery: PresentedDelivery }>

/** One page of the deliveries of a webhook, newest first. Refuses `not_found`. */
export async function listDeliveries(
  webhookId: string,
  { status, ...page }: PageRequest & { status?: DeliveryStatus | undefined },
): Promise<Outcome<{ deliveries: PresentedDelivery[]; nextCursor: string | null }>> {
  const webhook = isId(webhookId) ? await findWebhook(db(), webhookId) : null
  if (!webhook) return refuse('not_found')
  const listed = await listPageById(`deliveries of ${webhook.id}`, page, (by) =>
    listDeliveryRows(db(), { endpointId: webhook.id, ...(status && { status }), ...by }),
  )
  if (!listed.ok) return listed
  return { ok: true, deliveries: listed.rows.map(presentDelivery), nextCursor: listed.nextCursor }
}

/** Queues a test event. Refuses `not_found`, and `conflict` if the webhook is disabled. */
export async function sendTestEvent(
  actor: Actor,
  webhookId: string,
  ctx: RequestContext,
): Promise<Queued> {
  if (!isId(webhookId)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const webhook = await findWebhook(tx, webhookId)
    if (!webhook) return refuse('not_found')
    if (webhook.disabledAt) return refuseDisabled()
    const delivery = await insertDelivery(tx, {
      id: newId(),
      endpointId: webhook.id,
      event: TEST_EVENT,
      data: { webhook_id: webhook.id },
      now: ctx.now,
    })
    await recordQueued(tx, { action: 'webhook.tested', actor, delivery }, ctx)
    return { ok: true, delivery: presentDelivery(delivery) }
  })
}

/**
 * Sends an event again, with its id, or now instead of at its next attempt. Refuses `not_found`,
 * and `conflict` if it is being sent or about to be, or its webhook is disabled.
 */
export async function replayDelivery(
  actor: Actor,
  id: string,
  ctx: RequestContext,
): Promise<Queued> {
  if (!isId(id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const known = await findDelivery(tx, id)
    const webhook = known && (await findWebhook(tx, known.endpointId))
    if (!webhook) return refuse('not_found')
    if (webhook.disabledAt) return refuseDisabled()
    if (!(await requeueDelivery(tx, known.id, ctx.now)))
      return refuse('conflict', { detail: 'This event is already being sent.' })
    const delivery = (await findDelivery(tx, known.id))!
    await recordQueued(tx, { action: 'webhook.delivery_replayed', actor, delivery }, ctx)
    return { ok: true, delivery: presentDelivery(delivery) }
  })
}

async function recordQueued(
  tx: Tx,
  by: {
    action: 'webhook.tested' | 'webhook.delivery_replayed'
    actor: Actor
    delivery: { id: string; endpointId: string }
  },
  ctx: RequestContext,
): Promise<void> {
  await recordAudit(tx, ctx, {
    action: by.action,
    outcome: 'ok',
    actorId: by.actor.userId,
    targetId: by.delivery.endpointId,
    details: { delivery_id: by.delivery.id },
  })
  await publishWebhooksChanged(tx)
  afterCommit(tx, () => wakeWorkers('webhooks'))
}

function refuseDisabled(): Refusal {
  return refuse('conflict', { detail: 'This webhook is disabled. Enable it first.' })
}
