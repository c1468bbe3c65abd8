import pg from 'pg'
import { beforeEach, expect, it } from 'vitest'
import { database, db, pingDatabase } from '@/lib/platform/db/database'
import { isDatabaseAway } from '@/lib/platform/db/database-errors'
import { inTransaction } from '@/lib/platform/db/transaction'
import { useTestDatabase } from '@/tests/kit/test-database'
import { until } from '@/tests/kit/until'

useTestDatabase()
beforeEach(async () => {
  const pool = database().pool
  await setMode('on')
  await until('the former connections are closed', 10_000, () => pool.totalCount === 0)
  // Idle connections to the old primary.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.query('SELECT pg_sleep(0.2)')))
  expect(pool.totalCount).toBe(CONNECTIONS)
})

const CONNECTIONS = 4

/** `off` changes new sessions only, as a failover does. */
async function setMode(mode: 'on' | 'off'): Promise<void> {
  const { connectionString } = database().pool.options
  const client = new pg.Client({
    connectionString,
    options: '-c default_transaction_read_only=off',
  })
  await client.connect()
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
  await client.query(`ALTER DATABASE ${rows[0]!.name} SET default_transaction_read_only = ${mode}`)
  if (mode === 'on')
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`)
  await client.end()
}

const WRITES = {
  'a transaction': () => inTransaction((tx) => tx.$executeRaw`UPDATE users SET name = 'x'`),
  'a statement of Prisma': () => db().$executeRaw`UPDATE users SET name = 'x'`,
  'a statement of the pool': () => database().pool.query("UPDATE users SET name = 'x'"),
} satisfies Record<string, () => Promise<unknown>>

const fails = (write: () => Promise<unknown>) =>
  write().then(
    () => null,
    (error: unknown) => error,
  )

it.each(Object.entries(WRITES))(
  'a server that refuses writes is away for %s, and is left after one failure per connection',
  async (_, write) => {
    const error = await fails(write)
    expect([isDatabaseAway(error), error]).toEqual([true, error])
    await setMode('off')
    let failures = 0
    while (failures < 10 && (await fails(write))) failures++
    expect(failures).toBeLessThan(CONNECTIONS)
  },
)

it('is not ready while the server refuses writes, and leaves it as well', async () => {
  expect(await pingDatabase(5000)).toBe(false)
  await setMode('off')
  let failures = 0
  while (failures < 10 && !(await pingDatabase(5000))) failures++
  expect(failures).toBeLessThan(CONNECTIONS)
  expect(await fails(WRITES['a transaction'])).toBeNull()
})
