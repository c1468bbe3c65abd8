import type { Db } from '@/lib/platform/db/database'

/** What somebody is writing: the fields of the form as they were typed. */
export interface DraftRow {
  id: string
  fields: Record<string, string>
}

/** What somebody is writing; null when that is nothing. */
export async function findDraft(db: Db, userId: string): Promise<DraftRow | null> {
  const row = await db.notificationDraft.findUnique({ where: { userId } })
  return row && { id: row.id, fields: row.fields as Record<string, string> }
}

/** Keeps what somebody is writing, in place of what they wrote before. */
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

/** Deletes what somebody wrote; with an id only if it is still that. */
export async function deleteDraft(db: Db, draft: { userId: string; id?: string }): Promise<void> {
  await db.notificationDraft.deleteMany({ where: draft })
}

/** Deletes drafts that nobody went on with, a limited number. Returns how many. */
export function purgeDrafts(db: Db, before: Date, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM notification_drafts WHERE user_id IN (
      SELECT user_id FROM notification_drafts WHERE updated_at < ${before}::timestamptz LIMIT ${limit}::int)`
}
