import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const LARGE_ROWS = 100_000
const SAMPLE = 500
const PAUSE_MS = 10

/** A lock that a statement of the service could not get within the time that is admitted. */
export interface LongLock {
  table: string
  access: 'read' | 'write' | 'row'
  during: string
}

/**
 * Takes, again and again, the locks that requests take of every large table: to read it, to write
 * to it, and to change one of its rows. PostgreSQL measures the waiting (lock_timeout), so a slow
 * machine does not count.
 */
export class LockProbe {
  readonly tables: string[]
  readonly found: LongLock[] = []
  /** What goes on now, for the report. */
  during = ''
  #running = true
  readonly #loops: Promise<void>[] = []

  private constructor(tables: string[]) {
    this.tables = tables
  }

  static async start(url: string, withinMs: number): Promise<LockProbe> {
    const admin = await connect(url, 0)
    const { rows } = await admin.query<{ table: string; keyed: boolean }>(
      `SELECT c.relname AS table, EXISTS (
          SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'id' AND a.atttypid = 'uuid'::regtype) AS keyed
        FROM pg_class c
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
          AND COALESCE((SELECT sum(p.reltuples) FROM pg_partition_tree(c.oid) t JOIN pg_class p ON p.oid = t.relid
            WHERE t.isleaf), c.reltuples) >= $1
        ORDER BY 1`,
      [LARGE_ROWS],
    )
    const probe = new LockProbe(rows.map(({ table }) => table))
    for (const { table, keyed } of rows) {
      const write = `BEGIN; LOCK TABLE "${table}" IN ROW EXCLUSIVE MODE; ROLLBACK`
      await probe.#loop(url, withinMs, table, 'read', () => `SELECT FROM "${table}" LIMIT 1`)
      await probe.#loop(url, withinMs, table, 'write', () => write)
      if (!keyed) continue
      const ids = await sampleIds(admin, table)
      await probe.#loop(url, withinMs, table, 'row', () => {
        const id = ids[Math.floor(Math.random() * ids.length)]
        return `SELECT FROM "${table}" WHERE id = '${id}' FOR NO KEY UPDATE`
      })
    }
    await admin.end()
    return probe
  }

  async stop(): Promise<void> {
    this.#running = false
    await Promise.all(this.#loops)
  }

  async #loop(
    url: string,
    withinMs: number,
    table: string,
    access: LongLock['access'],
    statement: () => string,
  ): Promise<void> {
    const client = await connect(url, withinMs)
    const run = async () => {
      while (this.#running) {
        await client.query(statement()).catch(async (error: { code?: string }) => {
          if (error.code !== '55P03') throw error
          this.#note({ table, access, during: this.during })
          await client.query('ROLLBACK')
        })
        await sleep(PAUSE_MS)
      }
    }
    this.#loops.push(run().finally(() => client.end()))
  }

  #note(lock: LongLock): void {
    const same = (other: LongLock) =>
      other.table === lock.table && other.access === lock.access && other.during === lock.during
    if (!this.found.some(same)) this.found.push(lock)
  }
}

async function connect(url: string, lockTimeoutMs: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, lock_timeout: lockTimeoutMs })
  await client.connect()
  return client
}

async function sampleIds(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "${table}" ORDER BY random() LIMIT ${SAMPLE}`,
  )
  return rows.map(({ id }) => id)
}
