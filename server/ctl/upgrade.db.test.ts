import { expect, it } from 'vitest'
import { db } from '@/lib/platform/db/database'
import { useTestDatabase } from '@/tests/kit/test-database'
import type { Finding } from '@/server/ctl/doctor-checks'
import { findPending } from '@/server/ctl/upgrade'

useTestDatabase()

async function examine() {
  const findings: Finding[] = []
  const pending = await findPending(findings)
  return { pending, findings }
}

const count = async () => (await db().$queryRaw<unknown[]>`SELECT FROM _prisma_migrations`).length

it('lists the migrations that the first start applies, and applies none', async () => {
  expect(await examine()).toMatchObject({ pending: [], findings: [{ state: 'ok' }] })
  const [last] = await db().$queryRaw<{ name: string }[]>`
    DELETE FROM _prisma_migrations WHERE migration_name = (
      SELECT max(migration_name) FROM _prisma_migrations) RETURNING migration_name AS name`
  const before = await count()
  expect(await examine()).toMatchObject({
    pending: [last!.name],
    findings: [{ state: 'warning', message: expect.stringContaining('applies: 1') as string }],
  })
  expect(await count()).toBe(before)
})

it('refuses a database that is newer than this version', async () => {
  await db().$executeRaw`
    UPDATE _prisma_migrations SET migration_name = '99990101000000_future'
    WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`
  expect(await examine()).toMatchObject({
    pending: null,
    findings: [{ state: 'failed', message: expect.stringContaining('newer') as string }],
  })
})
