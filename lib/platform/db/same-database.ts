import type pg from 'pg'

/** The two addresses of the settings lead to different databases. */
export class OtherDatabaseError extends Error {}

/**
 * Throws OtherDatabaseError unless `direct` (DATABASE_DIRECT_URL) leads to the database of `pool`
 * (DATABASE_URL): otherwise one would be migrated, backed up, or restored, and the other used. Does
 * nothing on a server that does not say which one it is.
 */
export async function assertSameDatabase(direct: pg.Pool, pool: pg.Pool): Promise<void> {
  const [one, other] = await Promise.all([identityOf(direct), identityOf(pool)])
  if (one === null || other === null || one === other) return
  throw new OtherDatabaseError(
    'DATABASE_DIRECT_URL is the address of another database than DATABASE_URL',
  )
}

const UNKNOWN = new Set(['42501', '42883'])

/**
 * The server and the database; a replica has those of its primary. Null if the function is missing
 * or forbidden, as it may be on a managed server.
 */
export async function identityOf(pool: pg.Pool): Promise<string | null> {
  try {
    const { rows } = await pool.query<{ identity: string }>(
      `SELECT system_identifier || '/' || current_database() AS identity FROM pg_control_system()`,
    )
    return rows[0]!.identity
  } catch (error) {
    if (UNKNOWN.has((error as { code?: string }).code ?? '')) return null
    throw error
  }
}
