import type { Db } from '@/lib/platform/db/database'

/** A user's draft: the form fields as typed. */
export interface DraftRow {
  id: string
  fields: Record<string, string>
}

/** The user's draft, or null. */
export async function findDraft(db: Db, userId: string): Promise<DraftRow | null> {
  const row = await db.notificationDraft.findUnique({ where: { userId } })
  return row && { id: row.id, fields: row.fields as Record<string, string> }
}

/** Saves the draft, replacing the user's previous one. */
export async function writeDraft(
  db: Db,
  { userId, id, fields, now }: DraftRow & { userId: string; now: Date },
): Promise<void> {
  const content = { id, fields, updatedAt: now }
  await db.notificationDraft.upsert({
    where: { userId },
    create: { userId, ...content },
    update: content,
  })
}

/** Deletes the user's draft; with an id, only if it still has that id. */
export async function deleteDraft(db: Db, draft: { userId: string; id?: string }): Promise<void> {
  await db.notificationDraft.deleteMany({ where: draft })
}

/** Deletes up to `limit` abandoned drafts. Returns how many. */
export function purgeDrafts(db: Db, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM notification_drafts WHERE user_id IN (
      SELECT user_id FROM notification_drafts WHERE updated_at < ${before}::timestamptz LIMIT ${limit}::int)`
}
