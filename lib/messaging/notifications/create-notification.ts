import { checkCallerLive } from '@/lib/access/start-background-work'
import { recordAudit } from '@/lib/audit/record-audit'
import {
  findBatchByKey,
  findCountedBatch,
  insertBatch,
  type NewBatch,
} from '@/lib/messaging/notifications/notification.store'
import {
  type PresentedNotification,
  presentNotification,
} from '@/lib/messaging/notifications/present-notification'
import { publishNotificationsChanged } from '@/lib/messaging/notifications/publish-notifications'
import { queueNotificationWork } from '@/lib/messaging/notifications/process-batch'
import { countRecipients } from '@/lib/messaging/notifications/recipients.store'
import {
  isSendableTime,
  type NotificationInput,
  refuseTemplate,
  resolveAudience,
  resolveContent,
} from '@/lib/messaging/notifications/resolve-notification'
import { holdTemplate } from '@/lib/messaging/notifications/template.store'
import { sha256 } from '@/lib/platform/crypto'
import { db, type Db, type Tx } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { checkIdempotencyKey } from '@/lib/platform/idempotency-key'
import { newId } from '@/lib/platform/ids'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

type Sent = Outcome<{ notification: PresentedNotification }>

/**
 * Sends a notification to many users in the background, now or at `sendAt`. With an idempotency key
 * that the actor has used before, the same request returns the original batch, even under
 * concurrency, and a different request is refused (`idempotency_conflict`). Refuses
 * `validation_failed`: unknown users, roles and templates, channels that are not set up, times
 * beyond the coming year.
 */
export async function createNotification(
  actor: Principal,
  input: NotificationInput,
  ctx: RequestContext,
): Promise<Sent> {
  const key = readKey(actor, input)
  if (!key.ok) return key
  const repeated = await answerRepeated(db(), key)
  if (repeated) return repeated
  const sendAt = input.sendAt === undefined ? null : new Date(input.sendAt)
  if (sendAt && !isSendableTime(sendAt, ctx.now))
    return refuse('validation_failed', { errors: [fieldError(['send_at'], 'out_of_range')] })
  const resolved = await resolveContent(db(), input)
  if (!resolved.ok) return resolved
  const found = await resolveAudience(db(), input.to)
  if (!found.ok) return found
  const later = sendAt !== null && sendAt > ctx.now
  return inTransaction(async (tx) => {
    const batch: NewBatch = {
      id: newId(),
      status: later ? 'scheduled' : 'running',
      ...found.audience,
      ...resolved.content,
      sendAt,
      total: await countRecipients(tx, found.audience),
      createdById: actor.userId,
      apiKeyId: actor.kind === 'key' ? actor.keyId : null,
      createdAt: ctx.now,
      idempotencyKeyHash: key.keyHash,
      requestHash: key.requestHash,
    }
    // After counting, which can take a while: it holds the user's row.
    const ended = await checkCallerLive(tx, actor, ctx.now)
    if (ended) return ended
    if (batch.templateId && !(await holdTemplate(tx, batch.templateId)))
      return (await answerRepeated(tx, key)) ?? refuseTemplate()
    if (!(await insertBatch(tx, batch))) return (await answerRepeated(tx, key))!
    return begin(tx, batch, ctx)
  })
}

async function begin(tx: Tx, batch: NewBatch, ctx: RequestContext): Promise<Sent> {
  const { id, sendAt, status, audience, roleName, userIds, channels, total, title } = batch
  const runAt = status === 'scheduled' ? sendAt! : ctx.now
  await queueNotificationWork(tx, { batchId: id, work: 'serve', runAt }, ctx.now)
  await recordAudit(tx, ctx, {
    action: 'notification.sent',
    outcome: 'ok',
    actorId: batch.createdById,
    targetId: id,
    details: {
      audience,
      ...(audience === 'role' && { role: roleName }),
      ...(audience === 'users' && { user_count: userIds.length }),
      channels,
      total,
      title,
      send_at: sendAt?.toISOString() ?? null,
    },
  })
  await publishNotificationsChanged(tx)
  return { ok: true, notification: presentNotification((await findCountedBatch(tx, id))!) }
}

interface RequestKey {
  ok: true
  createdById: string
  keyHash: Buffer<ArrayBuffer> | null
  requestHash: Buffer<ArrayBuffer>
}

/** The hashes of the key and of the request. */
function readKey(
  actor: Principal,
  { idempotencyKey: key, ...asked }: NotificationInput,
): RequestKey | Refusal {
  const invalid = key ? checkIdempotencyKey(key) : null
  if (invalid) return invalid
  const to = { ...asked.to, user_ids: asked.to.user_ids && [...new Set(asked.to.user_ids)].sort() }
  return {
    ok: true,
    createdById: actor.userId,
    keyHash: key ? sha256(key) : null,
    requestHash: sha256(JSON.stringify(Object.entries({ ...asked, to }).sort())),
  }
}

async function answerRepeated(
  db: Db,
  { createdById, keyHash, requestHash }: RequestKey,
): Promise<Sent | null> {
  const row = keyHash && (await findBatchByKey(db, { createdById, keyHash }))
  if (!row) return null
  if (!requestHash.equals(row.requestHash)) return refuse('idempotency_conflict')
  return { ok: true, notification: presentNotification(row) }
}
