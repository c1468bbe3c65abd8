import type { Db, Tx } from '@/lib/platform/db/database'
import type { NotificationTemplate } from '@/prisma/generated/client'

/** A template as it is stored. */
export type TemplateRow = NotificationTemplate

type TemplateFields = Pick<TemplateRow, 'name' | 'title' | 'body' | 'href' | 'channels'>

/** What is changed of a template; undefined leaves a field alone. */
export type TemplateChange = { [Field in keyof TemplateFields]?: TemplateFields[Field] | undefined }

/** The template of that id. */
export function findTemplate(db: Db, id: string): Promise<TemplateRow | null> {
  return db.notificationTemplate.findUnique({ where: { id } })
}

/** Templates, newest first, after the cursor. */
export function listTemplateRows(
  db: Db,
  by: { limit: number; beforeId: string | null },
): Promise<TemplateRow[]> {
  return db.notificationTemplate.findMany({
    where: by.beforeId ? { id: { lt: by.beforeId } } : {},
    orderBy: { id: 'desc' },
    take: by.limit,
  })
}

/** How many templates there are; stops at `most`. */
export function countTemplateRows(db: Db, most: number): Promise<number> {
  return db.notificationTemplate.count({ take: most })
}

/** Writes a template, unless another has its name: then false. */
export async function insertTemplate(
  tx: Tx,
  { now, ...template }: TemplateFields & { id: string; createdBy: string; now: Date },
): Promise<boolean> {
  const { count } = await tx.notificationTemplate.createMany({
    data: [{ ...template, createdAt: now, updatedAt: now }],
    skipDuplicates: true,
  })
  return count === 1
}

/** Changes a template. Throws a unique violation when another has the name. */
export async function updateTemplate(
  tx: Tx,
  id: string,
  { now, ...change }: TemplateChange & { now: Date },
): Promise<void> {
  await tx.notificationTemplate.updateMany({ where: { id }, data: { ...change, updatedAt: now } })
}

/** A template in the hands of `tx` until it ends. */
export async function lockTemplateForUpdate(tx: Tx, id: string): Promise<TemplateRow | null> {
  await tx.$queryRaw`SELECT 1 FROM notification_templates WHERE id = ${id}::uuid FOR UPDATE`
  return findTemplate(tx, id)
}

/** Deletes a template; what was sent from it stays. False when it was gone. */
export async function deleteTemplateRow(tx: Tx, id: string): Promise<boolean> {
  return (await tx.notificationTemplate.deleteMany({ where: { id } })).count === 1
}
