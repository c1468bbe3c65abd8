import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { releases } from '@/tests/kit/releases'

it.each(releases)('the migrations of $version stay as released', ({ lastMigration, checksum }) => {
  const hash = createHash('sha256')
  const released = readdirSync('prisma/migrations', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name <= lastMigration)
    .map(({ name }) => name)
    .sort()
  for (const name of released)
    hash.update(name).update(readFileSync(`prisma/migrations/${name}/migration.sql`))
  expect(hash.digest('hex')).toBe(checksum)
})
