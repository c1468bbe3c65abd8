import type { Db } from '@/lib/platform/db/database'

/** Whether connections of a session may go on. `no_access`: its owner's account is not active. */
export type SessionStanding = 'live' | 'ended' | 'no_access'

/** How a session stands, and which of its access tokens are still good: those of `credentialGeneration` and later. */
export interface StandingRow {
  standing: SessionStanding
  credentialGeneration: number
}

/** How each of these sessions stands in the database; sessions that do not exist are missing. */
export async function readStandings(
  db: Db,
  sessionIds: readonly string[],
  now: Date,
): Promise<Map<string, StandingRow>> {
  const rows = await db.$queryRaw<({ id: string } & StandingRow)[]>`
    SELECT f.id::text AS id, CASE
      WHEN u.status <> 'active' THEN 'no_access'
      WHEN f.revoked_at IS NOT NULL OR f.expires_at <= ${now}::timestamptz THEN 'ended'
      ELSE 'live' END AS standing, f.credential_generation AS "credentialGeneration"
    FROM session_families f JOIN users u ON u.id = f.user_id
    WHERE f.id = ANY(${[...sessionIds]}::uuid[])`
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
