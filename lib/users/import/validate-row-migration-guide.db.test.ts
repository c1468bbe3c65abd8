import { readFileSync } from 'node:fs'
import bcrypt from 'bcryptjs'
import { beforeAll, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { verifyPassword } from '@/lib/identity/passwords/password-hash'
import { db } from '@/lib/platform/db/database'
import { useTestDatabase } from '@/tests/kit/test-database'
import { validateRow } from '@/lib/users/import/validate-row'

useTestDatabase()
beforeAll(() => void loadSettings({}))

/** The rows that the guide's query for a service exports. Empty cells are left out, as of a CSV. */
async function exportedFrom(service: string): Promise<Record<string, unknown>[]> {
  const guide = readFileSync('docs/migrate.md', 'utf8')
  const section = guide.split('\n## ').find((text) => text.startsWith(service))!
  const [, query] = /\\copy \(\n([\s\S]*?)\n\) to/.exec(section)!
  const rows = await db().$queryRawUnsafe<Record<string, unknown>[]>(query!)
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
  )
}

it('the migration guide exports users of Django, with the hashes of its hashers', async () => {
  await db().$executeRaw`
    CREATE TABLE auth_user (email text, first_name text, last_name text, is_active boolean, password text)`
  const argon2 = '$argon2id$v=19$m=102400,t=2,p=8$c29tZXNhbHRzb21lc2FsdA$' + 'A'.repeat(43)
  const users = [
    [
      'ada@example.org',
      'Ada',
      'Lovelace',
      true,
      'pbkdf2_sha256$12000$seasalt$Ybw8zsFxqja97tY/o6G+Fy1ksY4U/Hw3DRrGED6Up4s=',
    ],
    ['grace@example.org', '', '', false, `bcrypt$${bcrypt.hashSync('lètmein', 5)}`],
    ['ida@example.org', 'Ida', '', true, `argon2${argon2}`],
    ['federated@example.org', 'F'.repeat(150), 'L'.repeat(150), true, '!Rn0mUnusable'],
    ['', 'No', 'address', true, '!'],
  ] as const
  for (const [email, first, last, active, password] of users)
    await db().$executeRaw`
      INSERT INTO auth_user VALUES (${email}, ${first}, ${last}, ${active}, ${password})`
  const imported = (await exportedFrom('Django')).map((row) => {
    const result = validateRow(row)
    if (!result.ok) throw new Error(JSON.stringify(result))
    return result.user
  })
  const [ada, grace, ida, federated] = imported
  expect(imported).toHaveLength(4)
  expect(ada).toMatchObject({ email: 'ada@example.org', name: 'Ada Lovelace', status: 'pending' })
  expect(grace).toMatchObject({ email: 'grace@example.org', name: null, status: 'deactivated' })
  expect(ida).toMatchObject({ email: 'ida@example.org', name: 'Ida', passwordHash: argon2 })
  expect(federated).toMatchObject({ email: 'federated@example.org', name: 'F'.repeat(100) })
  expect(federated).toMatchObject({ passwordHash: null })
  for (const user of [ada!, grace!])
    expect(await verifyPassword('lètmein', user.passwordHash)).toMatchObject({ matches: true })
})
