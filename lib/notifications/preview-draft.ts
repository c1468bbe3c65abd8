import { findDraft } from '@/lib/notifications/draft.store'
import type { DraftFields } from '@/lib/notifications/draft-fields'
import { findAudience } from '@/lib/notifications/find-audience'
import { judgeDraft, toFault, type DraftFault } from '@/lib/notifications/judge-draft'
import { countRecipients } from '@/lib/notifications/recipients.store'
import { wordNotification, type NotificationWords } from '@/lib/notifications/word-notification'
import { db } from '@/lib/platform/db/database'
import type { Refusal } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'

/** What would be sent, to whom and how many, and when. */
export interface DraftPreview {
  ok: true
  words: NotificationWords
  audience: { kind: 'users' | 'role' | 'all'; role: string | null; user_count: number | null }
  /** Active users of the audience as it is now. */
  total: number
  /** Null: at once. */
  sendAt: Date | null
}

/** What somebody wrote and did not send yet, as they typed it; null when that is nothing. */
export async function getDraft({ userId }: Principal): Promise<{ id: string; fields: DraftFields } | null> {
  return findDraft(db(), userId)
}

/** What sending these fields would do, or what is wrong with them. Writes nothing. */
export async function previewDraft(
  actor: Principal,
  fields: DraftFields,
  now: Date,
): Promise<DraftPreview | { ok: false; faults: DraftFault[] }> {
  const judged = await judgeDraft(db(), fields, { actor, now })
  if (!judged.ok) return judged
  const { to, sendAt } = judged.input
  const worded = await wordNotification(db(), judged.input)
  const found = await findAudience(db(), to)
  if (!worded.ok || !found.ok) return { ok: false, faults: [worded, found].flatMap(faultsOf) }
  const { audience } = found
  return {
    ok: true,
    words: worded.words,
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
