import type { z } from 'zod'
import { recordAudit } from '@/lib/audit/record-audit'
import { type PresentedWebhook, presentWebhook } from '@/lib/messaging/webhooks/present-webhook'
import { publishWebhooksChanged } from '@/lib/messaging/webhooks/publish-webhooks'
import { sourcesOf } from '@/lib/messaging/webhooks/webhook-events'
import {
  purgeWebhookJobKind,
  resumeWebhookJobKind,
} from '@/lib/messaging/webhooks/webhook-job-kinds'
import { newWebhookSecret, sealWebhookSecret } from '@/lib/messaging/webhooks/webhook-secret'
import { checkNewTarget } from '@/lib/messaging/webhooks/webhook-target'
import { LEASE_SECONDS } from '@/lib/messaging/webhooks/webhook-delivery.store'
import {
  MAX_ENDPOINTS,
  type webhookBody,
  type webhookPatch,
} from '@/lib/messaging/webhooks/webhook.schemas'
import {
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  listWebhookRows,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
  writeSubscriptions,
} from '@/lib/messaging/webhooks/webhook.store'
import { type AcceptedVersions, checkVersion } from '@/lib/platform/check-version'
import { addSeconds, now } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { afterCommit, inTransaction } from '@/lib/platform/db/transaction'
import { fieldError } from '@/lib/platform/field-errors'
import { isId, newId } from '@/lib/platform/ids'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { wakeWorkers } from '@/lib/platform/jobs/wake-workers'
import { listPageById, type PageRequest } from '@/lib/platform/pagination'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { Actor, RequestContext } from '@/lib/platform/request-context'

/** How long the previous secret also signs after a rotation. */
const PREVIOUS_SECRET_SECONDS = 86_400

type Changed = Outcome<{ webhook: PresentedWebhook }>
type ChangedWithSecret = Outcome<{ webhook: PresentedWebhook; secret: string }>

/** One page of webhooks, newest first. */
export async function listWebhooks(
  page: PageRequest,
  now: Date,
): Promise<Outcome<{ webhooks: PresentedWebhook[]; nextCursor: string | null }>> {
  const listed = await listPageById('webhooks', page, (by) => listWebhookRows(db(), by))
  if (!listed.ok) return listed
  const webhooks = listed.rows.map((row) => presentWebhook(row, now))
  return { ok: true, webhooks, nextCursor: listed.nextCursor }
}

/** One webhook. Refuses `not_found`. */
export async function getWebhook(id: string, now: Date): Promise<Changed> {
  const row = isId(id) ? await findWebhook(db(), id) : null
  return row ? { ok: true, webhook: presentWebhook(row, now) } : refuse('not_found')
}

/**
 * Creates a webhook. Its secret is returned only here. Refuses a URL that nothing may be sent to,
 * and `conflict` if there are too many webhooks.
 */
export async function createWebhook(
  actor: Actor,
  { url, events, description }: z.output<typeof webhookBody>,
  ctx: RequestContext,
): Promise<ChangedWithSecret> {
  const refusal = await checkUrl(url)
  if (refusal) return refusal
  const id = newId()
  const secret = newWebhookSecret()
  return inTransaction(async (tx) => {
    const fields = { id, url, events, description, secret: sealWebhookSecret(secret, id) }
    if (!(await insertWebhook(tx, { ...fields, now: ctx.now }, MAX_ENDPOINTS)))
      return refuse('conflict', {
        detail: `There can be up to ${MAX_ENDPOINTS} webhooks.`,
        limit: MAX_ENDPOINTS,
      })
    await writeSubscriptions(tx, id, sourcesOf(events))
    const details = auditedFields({ url, events, disabledAt: null })
    await record(tx, ctx, { action: 'webhook.created', ...by(actor, id), details })
    const row = (await findWebhook(tx, id))!
    return { ok: true, webhook: presentWebhook(row, ctx.now), secret }
  })
}

interface WebhookTarget {
  id: string
  versions?: AcceptedVersions
}

/**
 * Changes a webhook; undefined keeps a field. Enabling it, or another URL, forgets its failures and
 * sends the events that wait for another attempt. A request that changes nothing writes nothing.
 * Refuses `not_found`, a URL that nothing may be sent to, and `precondition_failed` if `versions`
 * lacks that of the webhook.
 */
export async function changeWebhook(
  actor: Actor,
  { id, versions, enabled, ...fields }: WebhookTarget & z.output<typeof webhookPatch>,
  ctx: RequestContext,
): Promise<Changed> {
  if (!isId(id)) return refuse('not_found')
  const before = await findWebhook(db(), id)
  if (!before) return refuse('not_found')
  const refusal = fields.url === undefined ? null : await checkUrl(fields.url)
  if (refusal) return refusal
  return inTransaction(async (tx) => {
    const found = await lockTarget(tx, { id, versions })
    if (!found.ok) return found
    const { old } = found
    // Another receiver has not failed yet.
    const moved = fields.url !== undefined && fields.url !== old.url ? { failingSince: null } : {}
    const wanted = { ...fields, ...moved, ...switchedTo(old, enabled, ctx.now) }
    const changed = Object.entries(wanted).filter(
      ([name, value]) =>
        value !== undefined &&
        JSON.stringify(value) !== JSON.stringify(old[name as keyof WebhookRow]),
    )
    if (changed.length === 0) return { ok: true, webhook: presentWebhook(old, ctx.now) }
    const row = await updateWebhook(tx, old.id, {
      ...Object.fromEntries(changed),
      updatedAt: ctx.now,
    })
    if (fields.events) await writeSubscriptions(tx, old.id, sourcesOf(fields.events))
    await record(tx, ctx, {
      action: 'webhook.changed',
      ...by(actor, old.id),
      details: {
        fields: fieldNames(changed.map(([name]) => name)),
        before: auditedFields(old),
        after: auditedFields(row),
      },
    })
    if (isResumed(old, row)) await resume(tx, old.id, ctx)
    // What waited while it was disabled is due.
    afterCommit(tx, () => wakeWorkers('webhooks'))
    return { ok: true, webhook: presentWebhook(row, ctx.now) }
  })
}

/**
 * Deletes a webhook and, in the background, its deliveries. Refuses `not_found` and, as above,
 * `precondition_failed`.
 */
export async function deleteWebhook(
  actor: Actor,
  { id, versions }: WebhookTarget,
  ctx: RequestContext,
): Promise<Outcome> {
  if (!isId(id)) return refuse('not_found')
  return inTransaction(async (tx) => {
    const found = await lockTarget(tx, { id, versions })
    if (!found.ok) return found
    const { old } = found
    await deleteWebhookRow(tx, id)
    await enqueueJob(tx, purgeWebhookJobKind, { webhook_id: old.id }, ctx.now)
    const details = auditedFields(old)
    await record(tx, ctx, { action: 'webhook.deleted', ...by(actor, old.id), details })
    return { ok: true }
  })
}

/**
 * Replaces the secret, which is returned only here. The present one also signs for another day; a
 * still earlier one stops at once. Refuses `not_found` and, as above, `precondition_failed`.
 */
export async function rotateWebhookSecret(
  actor: Actor,
  { id, versions }: WebhookTarget,
  ctx: RequestContext,
): Promise<ChangedWithSecret> {
  if (!isId(id)) return refuse('not_found')
  const secret = newWebhookSecret()
  return inTransaction(async (tx) => {
    const found = await lockTarget(tx, { id, versions })
    if (!found.ok) return found
    const { old } = found
    const row = await updateWebhook(tx, old.id, {
      secret: sealWebhookSecret(secret, old.id),
      previousSecret: old.secret,
      previousSecretExpiresAt: addSeconds(ctx.now, PREVIOUS_SECRET_SECONDS),
      updatedAt: ctx.now,
    })
    await record(tx, ctx, { action: 'webhook.secret_rotated', ...by(actor, old.id) })
    return { ok: true, webhook: presentWebhook(row, ctx.now), secret }
  })
}

async function lockTarget(
  tx: Tx,
  { id, versions }: WebhookTarget,
): Promise<Outcome<{ old: WebhookRow }>> {
  const old = await lockWebhook(tx, id)
  if (!old) return refuse('not_found')
  return checkVersion(old, versions) ?? { ok: true, old }
}

type WebhookAudit = Parameters<typeof recordAudit>[2] & { action: `webhook.${string}` }

async function record(tx: Tx, ctx: RequestContext, entry: WebhookAudit): Promise<void> {
  await recordAudit(tx, ctx, entry)
  await publishWebhooksChanged(tx)
}

const by = ({ userId }: Actor, targetId: string) =>
  ({ outcome: 'ok', actorId: userId, targetId }) as const

async function checkUrl(url: string): Promise<Refusal | null> {
  const fault = await checkNewTarget(url)
  return fault && refuse('validation_failed', { errors: [fieldError(['url'], fault)] })
}

/** The columns that enabling or disabling changes. */
function switchedTo(old: WebhookRow, enabled: boolean | undefined, now: Date) {
  if (enabled === undefined || enabled === (old.disabledAt === null)) return {}
  return enabled
    ? { disabledAt: null, disabledReason: null, failingSince: null }
    : { disabledAt: now, disabledReason: 'manual' }
}

/** Whether events that failed before may succeed now: it was enabled, or has another receiver. */
const isResumed = (old: WebhookRow, row: WebhookRow) =>
  row.disabledAt === null && (old.disabledAt !== null || old.url !== row.url)

/**
 * Queues the sending of the events that wait for another attempt. Once more when the attempts that
 * are running now have ended: those that fail were made with the settings from before.
 */
async function resume(tx: Tx, id: string, ctx: RequestContext): Promise<void> {
  // The request began before its URL was resolved and the row was locked: attempts began meanwhile.
  const at = new Date(Math.max(ctx.now.getTime(), now().getTime()))
  const payload = { webhook_id: id, since: at.toISOString() }
  for (const runAt of [at, addSeconds(at, LEASE_SECONDS)])
    await enqueueJob(tx, resumeWebhookJobKind, payload, at, runAt)
}

/** The names of changed columns as the API calls them. */
function fieldNames(columns: string[]): string[] {
  const names = columns
    .filter((name) => name !== 'failingSince')
    .map((name) => (['disabledAt', 'disabledReason'].includes(name) ? 'enabled' : name))
  return [...new Set(names)]
}

const auditedFields = (row: Pick<WebhookRow, 'url' | 'events' | 'disabledAt'>) => ({
  origin: new URL(row.url).origin,
  events: row.events,
  enabled: row.disabledAt === null,
})
