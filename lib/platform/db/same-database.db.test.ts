import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { database, db } from '@/lib/platform/db/database'
import { assertSameDatabase, OtherDatabaseError } from '@/lib/platform/db/same-database'
import { openServerPool } from '@/lib/platform/db/server-pool'
import { describeOnServer } from '@/tests/kit/describe-if'
import { useTestDatabase } from '@/tests/kit/test-database'

describeOnServer('an address past the pooler', () => {
  useTestDatabase()

  it('is refused if it leads to another database, which would be migrated instead', async () => {
    const name = `gh_other_${randomBytes(4).toString('hex')}`
    await db().$executeRawUnsafe(`CREATE DATABASE ${name}`)
    const { pool } = database()
    const url = new URL(pool.options.connectionString!)
    const same = openServerPool(url.href)
    await expect(assertSameDatabase(same.pool, pool)).resolves.toBeUndefined()
    await same.close()
    url.pathname = `/${name}`
    const other = openServerPool(url.href)
    await expect(assertSameDatabase(other.pool, pool)).rejects.toThrow(OtherDatabaseError)
    await other.close()
    await db().$executeRawUnsafe(`DROP DATABASE ${name}`)
  })
})
