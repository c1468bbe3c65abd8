import { createNotification } from '@/lib/notifications/create-notification'
import { deleteDraft, findDraft } from '@/lib/notifications/draft.store'
import { judgeDraft, type DraftFault } from '@/lib/notifications/judge-draft'
import type { PresentedNotification } from '@/lib/notifications/present-notification'
import { db } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

type Sent = Outcome<{ notification: PresentedNotification }> | { ok: false; faults: DraftFault[] }

/**
 * Sends the draft that the actor looked at, once however often it is asked for: the draft's id is the key. Refuses `conflict` when it
 * was sent, thrown away or changed since; what is wrong with it by now are its faults.
 */
export async function sendDraft(actor: Principal, draftId: string, ctx: RequestContext): Promise<Sent> {
  const draft = await findDraft(db(), actor.userId)
  if (draft?.id !== draftId) return refuse('conflict')
  const judged = await judgeDraft(db(), draft.fields, { actor, now: ctx.now })
  if (!judged.ok) return judged
  const sent = await createNotification(actor, { ...judged.input, idempotencyKey: `draft-${draftId}` }, ctx)
  if (sent.ok) await deleteDraft(db(), { userId: actor.userId, id: draftId })
  return sent
}
