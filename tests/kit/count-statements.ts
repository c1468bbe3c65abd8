import type pg from 'pg'
import { database } from '@/lib/platform/db/database'

type Query = (...args: unknown[]) => unknown

/** How many statements `work` sends to the database. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const { pool } = database()
  const originals = new Map<pg.PoolClient, Query>()
  let count = 0
  const begin = (client: pg.PoolClient) => {
    const query = client.query as unknown as Query
    originals.set(client, query)
    client.query = ((...args: unknown[]) => {
      count++
      return query.apply(client, args)
    }) as unknown as typeof client.query
  }
  const end = (client: pg.PoolClient) => {
    const query = originals.get(client)
    if (query) client.query = query as unknown as typeof client.query
    originals.delete(client)
  }
  const onRelease = (_: unknown, client: pg.PoolClient) => end(client)
  pool.on('acquire', begin)
  pool.on('release', onRelease)
  try {
    await work()
    return count
  } finally {
    pool.off('acquire', begin)
    pool.off('release', onRelease)
    for (const client of originals.keys()) end(client)
  }
}
