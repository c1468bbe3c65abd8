import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { liveHolderOf } from '@/tests/kit/administrators'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { startImport } from '@/lib/users/import/start-import'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const file = (text = 'email\na@b.example') => ({
  format: 'csv' as const,
  bytes: Buffer.from(text),
  dryRun: false,
})

it('two large files are in memory at once, until their rows are stored', async () => {
  const large = file(`email\n${'a@b.example\n'.repeat(9000)}`)
  const actors = [await liveHolderOf('users:activate'), await liveHolderOf('users:activate')]
  let stored: Promise<unknown[]> = Promise.resolve([])
  await inTransaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE user_import_rows IN EXCLUSIVE MODE`
    stored = Promise.all(actors.map((actor) => startImport(actor, large, ctx())))
    await until('both are read', 5000, async () => (await db().userImport.count()) === 2)
    await expect(startImport(actors[0]!, large, ctx())).rejects.toMatchObject({
      refusal: { code: 'overloaded' },
    })
  })
  expect(await stored).toMatchObject([{ ok: true }, { ok: true }])
})
