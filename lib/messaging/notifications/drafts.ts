import { createNotification } from '@/lib/messaging/notifications/create-notification'
import { deleteDraft, findDraft, writeDraft } from '@/lib/messaging/notifications/draft.store'
import type { PresentedNotification } from '@/lib/messaging/notifications/present-notification'
import { countRecipients } from '@/lib/messaging/notifications/recipients.store'
import {
  type NotificationContent,
  resolveAudience,
  resolveContent,
} from '@/lib/messaging/notifications/resolve-notification'
import {
  type DraftFault,
  type DraftFields,
  toFault,
  validateDraft,
} from '@/lib/messaging/notifications/validate-draft'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal, RequestContext } from '@/lib/platform/request-context'

/**
 * Saves the form as typed, valid or not, replacing the user's previous draft, so that a long text
 * isn't lost.
 */
export function saveDraft(
  { userId }: SessionPrincipal,
  fields: DraftFields,
  { now }: RequestContext,
): Promise<void> {
  return writeDraft(db(), { userId, id: newId(), fields, now })
}

/** Discards the user's unsent draft. */
export async function discardDraft({ userId }: SessionPrincipal): Promise<Outcome> {
  await deleteDraft(db(), { userId })
  return { ok: true }
}

/** What would be sent, to which audience, to how many users, and when. */
export interface DraftPreview {
  ok: true
  content: NotificationContent
  audience: { kind: 'users' | 'role' | 'all'; role: string | null; user_count: number | null }
  /** The current number of active users in the audience. */
  total: number
  /** Null to send now. */
  sendAt: Date | null
}

/** The user's unsent draft, as typed, or null. */
export async function findOwnDraft({
  userId,
}: SessionPrincipal): Promise<{ id: string; fields: DraftFields } | null> {
  return findDraft(db(), userId)
}

/** What sending these fields would do, or their errors. Writes nothing. */
export async function previewDraft(
  actor: SessionPrincipal,
  fields: DraftFields,
  now: Date,
): Promise<DraftPreview | { ok: false; faults: DraftFault[] }> {
  const validated = await validateDraft(db(), fields, { actor, now })
  if (!validated.ok) return validated
  const { to, sendAt } = validated.input
  const resolved = await resolveContent(db(), validated.input)
  const found = await resolveAudience(db(), to)
  if (!resolved.ok || !found.ok) return { ok: false, faults: [resolved, found].flatMap(faultsOf) }
  const { audience } = found
  return {
    ok: true,
    content: resolved.content,
    audience: {
      kind: audience.audience as DraftPreview['audience']['kind'],
      role: audience.roleName,
      user_count: to.user_ids?.length ?? null,
    },
    total: await countRecipients(db(), audience),
    sendAt: sendAt === undefined ? null : new Date(sendAt),
  }
}

function faultsOf(result: { ok: true } | Refusal): DraftFault[] {
  return result.ok ? [] : (result.errors ?? []).map(toFault)
}

type SentDraft =
  Outcome<{ notification: PresentedNotification }> | { ok: false; faults: DraftFault[] }

/**
 * Sends the draft that the actor previewed, once even if requested repeatedly: the draft's id is
 * the idempotency key. Refuses `conflict` if it was sent, discarded or changed since. Fields that
 * have become invalid are returned as faults.
 */
export async function sendDraft(
  actor: SessionPrincipal,
  draftId: string,
  ctx: RequestContext,
): Promise<SentDraft> {
  const draft = await findDraft(db(), actor.userId)
  if (draft?.id !== draftId) return refuse('conflict')
  const validated = await validateDraft(db(), draft.fields, { actor, now: ctx.now })
  if (!validated.ok) return validated
  const sent = await createNotification(
    actor,
    { ...validated.input, idempotencyKey: `draft-${draftId}` },
    ctx,
  )
  if (sent.ok) await deleteDraft(db(), { userId: actor.userId, id: draftId })
  return sent
}
