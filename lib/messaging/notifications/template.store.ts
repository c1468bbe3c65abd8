import type { Db, Tx } from '@/lib/platform/db/database'
import type { NotificationTemplate } from '@/prisma/generated/client'

export type TemplateRow = NotificationTemplate

type TemplateFields = Pick<TemplateRow, 'name' | 'title' | 'body' | 'href' | 'channels'>

/** A change to a template; undefined keeps a field. */
export type TemplateChange = { [Field in keyof TemplateFields]?: TemplateFields[Field] | undefined }

export function findTemplate(db: Db, id: string): Promise<TemplateRow | null> {
  return db.notificationTemplate.findUnique({ where: { id } })
}

/** Templates after the cursor, newest first. */
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

/** The number of templates. Counts up to `most`. */
export function countTemplateRows(db: Db, most: number): Promise<number> {
  return db.notificationTemplate.count({ take: most })
}

/** Inserts a template, or returns false if its name is taken. */
export async function insertTemplate(
  tx: Tx,
  { now, ...template }: TemplateFields & { id: string; createdById: string; now: Date },
): Promise<boolean> {
  const { count } = await tx.notificationTemplate.createMany({
    data: [{ ...template, createdAt: now, updatedAt: now }],
    skipDuplicates: true,
  })
  return count === 1
}

/** Changes a template. Throws a unique violation if the name is taken. */
export async function updateTemplate(
  tx: Tx,
  id: string,
  { now, ...change }: TemplateChange & { now: Date },
): Promise<void> {
  await tx.notificationTemplate.updateMany({ where: { id }, data: { ...change, updatedAt: now } })
}

/** Locks a template until `tx` ends. */
export async function lockTemplateForUpdate(tx: Tx, id: string): Promise<TemplateRow | null> {
  await tx.$queryRaw`SELECT 1 FROM notification_templates WHERE id = ${id}::uuid FOR UPDATE`
  return findTemplate(tx, id)
}

/** Keeps a template from being deleted until `tx` ends. False if it does not exist. */
export async function holdTemplate(tx: Tx, id: string): Promise<boolean> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM notification_templates WHERE id = ${id}::uuid FOR KEY SHARE`
  return held.length > 0
}

/** Deletes a template; what was sent from it stays. False if it did not exist. */
export async function deleteTemplateRow(tx: Tx, id: string): Promise<boolean> {
  return (await tx.notificationTemplate.deleteMany({ where: { id } })).count === 1
}
