import { z } from 'zod'
import { countFamilies, findNamesOf, listFamilies } from '@/lib/identity/sessions/session.store'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { instant } from '@/lib/platform/instant'
import {
  boundedCount,
  type BoundedCount,
  COUNT_PROBE,
  listPageById,
  type PageRequest,
} from '@/lib/platform/pagination'
import type { Outcome } from '@/lib/platform/problems'
import { type SessionPrincipal, SURFACES } from '@/lib/platform/request-context'

/**
 * A session as shown to its owner or an administrator; never includes a token. Times are in RFC
 * 3339.
 */
export const sessionResponse = z
  .strictObject({
    id: z.uuid(),
    surface: z.enum(SURFACES),
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: instant,
    last_used_at: instant,
    current: z.boolean(),
    impersonated_by: z
      .strictObject({ id: z.uuid(), name: z.string().nullable() })
      .nullable()
      .describe('The administrator who views as the user in this session'),
  })
  .meta({ id: 'Session' })

export type ListedSession = z.output<typeof sessionResponse>

/** One page of a user's sessions that are live at `now`, newest first. */
export async function listSessions(
  { userId, currentId }: { userId: string; currentId: string | null },
  page: PageRequest,
  now: Date,
): Promise<Outcome<{ sessions: ListedSession[]; nextCursor: string | null }>> {
  const listed = await listPageById(`sessions of ${userId}`, page, (by) =>
    listFamilies(db(), { userId, now, ...by }),
  )
  if (!listed.ok) return listed
  const names = await findNamesOf(
    db(),
    listed.rows.flatMap((row) => row.impersonatedById ?? []),
  )
  return {
    ok: true,
    sessions: listed.rows.map((row) => ({
      id: row.id,
      surface: row.surface,
      ip: row.ip,
      user_agent: row.userAgent,
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt.toISOString(),
      current: row.id === currentId,
      impersonated_by: row.impersonatedById
        ? { id: row.impersonatedById, name: names.get(row.impersonatedById) ?? null }
        : null,
    })),
    nextCursor: listed.nextCursor,
  }
}

/** How many sessions of a user are live at `now`; exact up to 10,000. */
export async function countSessions(userId: string, now: Date): Promise<BoundedCount> {
  return boundedCount(await countFamilies(db(), { userId, now }, COUNT_PROBE))
}

/** One page of the signed-in user's live sessions, newest first. */
export function listOwnSessions(
  principal: SessionPrincipal,
  page: PageRequest,
  at: Date = now(),
): Promise<Outcome<{ sessions: ListedSession[]; nextCursor: string | null }>> {
  return listSessions({ userId: principal.userId, currentId: principal.sessionId }, page, at)
}

/** How many live sessions the signed-in user has; exact up to 10,000. */
export function countOwnSessions(
  principal: SessionPrincipal,
  at: Date = now(),
): Promise<BoundedCount> {
  return countSessions(principal.userId, at)
}
