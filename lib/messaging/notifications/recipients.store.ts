import type { BatchRow } from '@/lib/messaging/notifications/notification.store'
import { DEFAULT_PREFERENCES } from '@/lib/messaging/notifications/preferences.store'
import type { Db } from '@/lib/platform/db/database'
import { Prisma } from '@/prisma/generated/client'

/** The audience columns of a batch, with the given ids or those of the batch with that id. */
type Audience = Pick<BatchRow, 'audience' | 'roleId'> &
  ({ userIds: readonly string[] } | Pick<BatchRow, 'id'>)

/** SQL: whether `users u` can get notifications. A service account has no one to read them. */
const TAKES_NOTIFICATIONS = Prisma.sql`(u.status = 'active' AND u.kind = 'person')`

export async function countRecipients(db: Db, audience: Audience): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM users u WHERE ${TAKES_NOTIFICATIONS} AND ${belongsTo(audience)}`
  return row!.count
}

/** The ids that don't belong to any user, present or past. */
export async function findUnknownUsers(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT given.id::text FROM unnest(${[...ids]}::uuid[]) AS given (id)
    WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = given.id)`
  return new Set(rows.map(({ id }) => id))
}

/** The role with that name key (roleNameKey). */
export function findRoleByKey(
  db: Db,
  nameKey: string,
): Promise<{ id: string; name: string } | null> {
  return db.role.findUnique({ where: { nameKey }, select: { id: true, name: true } })
}

/** SQL condition on `u`: whether the user belongs to the audience. */
function belongsTo(to: Audience): Prisma.Sql {
  const { audience, roleId } = to
  if (audience === 'all') return Prisma.sql`true`
  if (audience === 'users') return Prisma.sql`u.id = ANY(${idsOf(to)}::uuid[])`
  return Prisma.sql`EXISTS (SELECT FROM user_roles ur WHERE ur.role_id = ${roleId}::uuid AND ur.user_id = u.id)`
}

const idsOf = (to: Audience): Prisma.Sql =>
  'userIds' in to
    ? Prisma.sql`${[...to.userIds]}`
    : Prisma.sql`(SELECT b.user_ids FROM notification_batches b WHERE b.id = ${to.id}::uuid)`

/** An active user and the channels on which they receive notifications. */
export interface Recipient {
  id: string
  email: string
  /** Only for confirmed addresses: an attacker could register with an advertisement as the name. */
  name: string | null
  locale: string | null
  takesInbox: boolean
  takesEmail: boolean
  takesSms: boolean
  /** Confirmed, in E.164. */
  phone: string | null
  /** Whether the owner of the number replied STOP. */
  optedOut: boolean
}

const RECIPIENT = Prisma.sql`u.id::text, u.email, CASE WHEN u.email_verified_at IS NOT NULL THEN u.name END AS name,
  u.locale, coalesce(p.inbox, ${DEFAULT_PREFERENCES.inbox}) AS "takesInbox",
  coalesce(p.email, ${DEFAULT_PREFERENCES.email}) AS "takesEmail", coalesce(p.sms, ${DEFAULT_PREFERENCES.sms}) AS "takesSms",
  CASE WHEN u.phone_verified_at IS NOT NULL THEN u.phone END AS phone,
  EXISTS (SELECT FROM sms_opt_outs o WHERE o.phone = u.phone) AS "optedOut"
  FROM users u LEFT JOIN notification_preferences p ON p.user_id = u.id`

/**
 * The next recipients of an audience after `afterId`, sorted by id. If the audience can grow, only
 * accounts created by `madeBefore`.
 */
export function listRecipients(
  db: Db,
  audience: Audience,
  by: { afterId: string | null; madeBefore: Date; limit: number },
): Promise<Recipient[]> {
  const made =
    audience.audience === 'users'
      ? Prisma.sql`true`
      : Prisma.sql`u.created_at <= ${by.madeBefore}::timestamptz`
  const after = by.afterId === null ? Prisma.sql`true` : Prisma.sql`u.id > ${by.afterId}::uuid`
  return db.$queryRaw<Recipient[]>`
    SELECT ${RECIPIENT}
    WHERE ${TAKES_NOTIFICATIONS} AND ${made} AND ${after} AND ${belongsTo(audience)}
    ORDER BY u.id LIMIT ${by.limit}::int`
}

/** Those of these users who can get notifications, by id. */
export async function findRecipients(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Recipient>> {
  const rows = await db.$queryRaw<Recipient[]>`
    SELECT ${RECIPIENT} WHERE ${TAKES_NOTIFICATIONS} AND u.id = ANY(${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}

/** User ids by email address, for the addresses that belong to a person's account. */
export async function findIdsByEmail(
  db: Db,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.user.findMany({
    where: { email: { in: [...emails] }, kind: 'person' },
    select: { id: true, email: true },
  })
  return new Map(rows.map(({ id, email }) => [email, id]))
}
