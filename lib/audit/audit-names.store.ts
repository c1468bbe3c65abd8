import type { Db } from '@/lib/platform/db/database'

/** What these users are called, by user id: the email address, or the name of a service account. */
export async function findEmails(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const users = await db.user.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, email: true, kind: true, name: true },
  })
  return new Map(
    users.map(({ id, email, kind, name }) => [id, kind === 'service' ? (name ?? email) : email]),
  )
}

/** The upload ids of these users' pictures, by user id; users without a picture are left out. */
export async function findAvatarIds(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const where = { id: { in: [...ids] }, avatarUploadId: { not: null } }
  const users = await db.user.findMany({ where, select: { id: true, avatarUploadId: true } })
  return new Map(users.map(({ id, avatarUploadId }) => [id, avatarUploadId!]))
}

/** The id of the user with that (normalized) email address; null if there is none. */
export async function findUserId(db: Db, email: string): Promise<string | null> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true } })
  return user?.id ?? null
}

/** Something a record can be about: its id and its display name. */
export interface NamedRow {
  id: string
  name: string | null
}

/** By target type: the rows with these ids that exist. */
export const findNamedRows = {
  role: (db, ids) =>
    db.role.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
  session: async (db, ids) => {
    const rows = await db.sessionFamily.findMany({
      where: { id: { in: ids } },
      select: { id: true, userAgent: true },
    })
    return rows.map(({ id, userAgent }) => ({ id, name: userAgent }))
  },
  user_import: async (db, ids) => {
    const where = { id: { in: ids } }
    const rows = await db.userImport.findMany({ where, select: { id: true, fileName: true } })
    return rows.map(({ id, fileName }) => ({ id, name: fileName }))
  },
  bulk_action: async (db, ids) => {
    const rows = await db.bulkAction.findMany({ where: { id: { in: ids } }, select: { id: true } })
    return rows.map(({ id }) => ({ id, name: null }))
  },
  notification: async (db, ids) => {
    const where = { id: { in: ids } }
    const rows = await db.notificationBatch.findMany({ where, select: { id: true, title: true } })
    return rows.map(({ id, title }) => ({ id, name: title }))
  },
  notification_template: (db, ids) =>
    db.notificationTemplate.findMany({
      where: { id: { in: ids } },
      select: { id: true, name: true },
    }),
  contact: async (db, ids) => {
    const where = { id: { in: ids } }
    const rows = await db.contactMessage.findMany({ where, select: { id: true, subject: true } })
    return rows.map(({ id, subject }) => ({ id, name: subject }))
  },
  webhook: async (db, ids) => {
    const where = { id: { in: ids } }
    const rows = await db.webhookEndpoint.findMany({ where, select: { id: true, url: true } })
    return rows.map(({ id, url }) => ({ id, name: url }))
  },
} satisfies Record<string, (db: Db, ids: string[]) => Promise<NamedRow[]>>
