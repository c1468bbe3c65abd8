import type pg from 'pg'
import { database } from '@/lib/platform/db/database'
import { NO_TIME_LIMIT_MS } from '@/lib/platform/db/server-pool'

/**
 * Creates the partitions of the months up to that of `until` that don't exist yet. Returns how
 * many. Gives up if it would make requests wait longer than half a second for the locks. After
 * that, moving what the default partition caught may take as long as it needs: a time limit would
 * fail again in each run, with more to move. Meanwhile, lists of the trail and records of the
 * months that are moved wait and fail.
 */
export async function addMonths(until: Date): Promise<number> {
  const client = await database().pool.connect()
  try {
    await client.query('BEGIN')
    await client.query("SET LOCAL lock_timeout = '500ms'")
    await client.query('SET LOCAL statement_timeout = 0')
    const { rows } = await client.query<{ added: number }>({
      text: 'SELECT audit_add_months($1::timestamptz) AS added',
      values: [until],
      query_timeout: NO_TIME_LIMIT_MS,
    } as pg.QueryConfig)
    await client.query('COMMIT')
    return rows[0]!.added
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
