import { expect, it } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { namingPattern } from '@/lib/platform/db/naming-pattern'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

async function finds(names: string[], text: string): Promise<boolean> {
  const [row] = await db().$queryRaw<{ found: boolean }[]>`
    SELECT lower(${text}) ~ ${namingPattern(names)}::text AS found`
  return row!.found
}

it.each([
  'ada@example.org',
  '{"email": "Ada@Example.org"}',
  '550 <ada@example.org>: mailbox full',
  'No such user: ada@example.org.',
  'x or o.b+c@d.example or y',
])('finds a whole address: %s', async (text) => {
  expect(await finds(['ada@example.org', 'o.b+c@d.example'], text)).toBe(true)
})

it.each([
  'grada@example.org',
  'x.ada@example.org',
  'x+ada@example.org',
  'ada@example.org.uk',
  'ada@example.organic',
  'ada@exampleXorg',
  'oXb+c@d.example',
  '',
])('does not find it in another one: %s', async (text) => {
  expect(await finds(['ada@example.org', 'o.b+c@d.example'], text)).toBe(false)
})

it('finds nothing without names', async () => {
  for (const text of ['', 'x', 'ada@example.org']) expect(await finds([], text)).toBe(false)
})
