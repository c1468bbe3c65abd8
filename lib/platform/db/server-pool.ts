import pg from 'pg'
import { logger } from '@/lib/platform/logger'

/**
 * A pool on a PostgreSQL server. UTC is forced, because Prisma's adapter reads timestamps as the session shows them. Every
 * wait is bounded: a server that is away or hangs costs a request at most 1.5 s before it is told "unavailable".
 */
export function openServerPool(url: string): { pool: pg.Pool; close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    options: '-c TimeZone=UTC',
    connectionTimeoutMillis: 1500,
    query_timeout: 1900,
    statement_timeout: 1800,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
  })
  // An idle connection that dies (a server restart) must not end the process; the pool has dropped it already.
  pool.on('error', ({ message }) =>
    logger().warn({ reason: message }, 'an idle database connection was lost'),
  )
  return { pool, close: () => pool.end() }
}
