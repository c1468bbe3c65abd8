import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { database } from '@/lib/platform/db/database'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

const FILE = join(import.meta.dirname, 'login-guard.sql')

/** The definitions of the guard's functions by signature, without comments and layout. */
async function readDefinitions(): Promise<Record<string, string>> {
  const { rows } = await database().pool.query<{ signature: string; definition: string }>(
    `SELECT oid::regprocedure::text AS signature, pg_get_functiondef(oid) AS definition
     FROM pg_proc WHERE proname LIKE 'login\\_guard\\_%' ORDER BY 1`,
  )
  return Object.fromEntries(
    rows.map(({ signature, definition }) => [
      signature,
      definition.replace(/--.*$/gm, '').replace(/\s+/g, ' ').replaceAll('( ', '('),
    ]),
  )
}

it('login-guard.sql contains exactly the functions that the migrations create', async () => {
  const migrated = await readDefinitions()
  for (const signature of Object.keys(migrated))
    await database().pool.query(`DROP FUNCTION ${signature}`)
  await database().pool.query(readFileSync(FILE, 'utf8'))
  expect(Object.keys(migrated)).toHaveLength(6)
  expect(await readDefinitions()).toEqual(migrated)
})
