import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { listFamilies } from '@/lib/sessions/session-list.store'

/** A session as its owner sees it: never a token. Times in RFC 3339. */
export interface OwnSession {
  id: string
  surface: 'web' | 'api'
  ip: string | null
  user_agent: string | null
  created_at: string
  last_used_at: string
  current: boolean
}

/** One page of the signed-in person's live sessions, newest first. `cursor` is what the page before returned. */
export async function listOwnSessions(
  principal: Principal,
  page: { limit: number; cursor?: string | null },
  at: Date = now(),
): Promise<Outcome<{ sessions: OwnSession[]; nextCursor: string | null }>> {
  if (page.cursor && !isId(page.cursor)) return refuse('validation_failed', { errors: [BAD_CURSOR] })
  const rows = await listFamilies(db(), {
    userId: principal.userId,
    limit: page.limit + 1,
    beforeId: page.cursor ?? null,
    now: at,
  })
  const shown = rows.slice(0, page.limit)
  return {
    ok: true,
    sessions: shown.map((row) => ({
      id: row.id,
      surface: row.surface,
      ip: row.ip,
      user_agent: row.userAgent,
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt.toISOString(),
      current: row.id === principal.sessionId,
    })),
    nextCursor: rows.length > page.limit ? shown.at(-1)!.id : null,
  }
}

const BAD_CURSOR = { pointer: '/cursor', code: 'invalid_cursor', detail: 'is not a cursor of this list' }
