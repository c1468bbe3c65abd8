import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import type { Outcome } from '@/lib/platform/problems'
import { refuseCursor } from '@/lib/platform/refuse-cursor'
import { listFamilies } from '@/lib/sessions/session-list.store'

/** A session as its owner, or an administrator, sees it: never a token. Times in RFC 3339. */
export interface ListedSession {
  id: string
  surface: 'web' | 'api'
  ip: string | null
  user_agent: string | null
  created_at: string
  last_used_at: string
  current: boolean
}

/** One page of a user's sessions that are alive at `now`, newest first. `cursor` is what the page before returned. */
export async function listSessions(
  by: { userId: string; currentId: string; limit: number; cursor?: string | null },
  now: Date,
): Promise<Outcome<{ sessions: ListedSession[]; nextCursor: string | null }>> {
  if (by.cursor && !isId(by.cursor)) return refuseCursor()
  const rows = await listFamilies(db(), {
    userId: by.userId,
    limit: by.limit + 1,
    beforeId: by.cursor ?? null,
    now,
  })
  const shown = rows.slice(0, by.limit)
  return {
    ok: true,
    sessions: shown.map((row) => ({
      id: row.id,
      surface: row.surface,
      ip: row.ip,
      user_agent: row.userAgent,
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt.toISOString(),
      current: row.id === by.currentId,
    })),
    nextCursor: rows.length > by.limit ? shown.at(-1)!.id : null,
  }
}
