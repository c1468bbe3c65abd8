import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { db } from '@/lib/platform/db/database'
import { postgresTool } from '@/tests/kit/postgres-cluster'

/**
 * The whole database of the test as text: by pg_dump on a server, and otherwise row by row. Bytes
 * are in hex.
 */
export async function dumpTestDatabase(serverUrl: string): Promise<string> {
  const tool = serverUrl === '' ? null : postgresTool('pg_dump')
  if (!tool) return dumpRows()
  const [{ name } = { name: '' }] = await db().$queryRaw<
    { name: string }[]
  >`SELECT current_database() AS name`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const options = { maxBuffer: 1 << 28 }
  const { stdout } = await promisify(execFile)(tool, [`--dbname=${url.toString()}`], options)
  return stdout
}

async function dumpRows(): Promise<string> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name::text AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
  const rows: string[] = []
  for (const { name } of tables)
    for (const { row } of await db().$queryRawUnsafe<{ row: string }[]>(
      `SELECT to_jsonb(t)::text AS row FROM "${name}" t`,
    ))
      rows.push(row)
  return rows.join('\n')
}
