import { deleteDraft, writeDraft } from '@/lib/notifications/draft.store'
import type { DraftFields } from '@/lib/notifications/draft-fields'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { Outcome } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'

/** Keeps what somebody typed, right or wrong, in place of what they typed before: a long text is not to be written twice. */
export function saveDraft(
  { userId }: Principal,
  fields: DraftFields,
  { now }: RequestContext,
): Promise<void> {
  return writeDraft(db(), { userId, id: newId(), fields, now })
}

/** Throws away what somebody wrote and did not send. */
export async function discardDraft({ userId }: Principal): Promise<Outcome> {
  await deleteDraft(db(), { userId })
  return { ok: true }
}
