import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { listRecordsAbout } from '@/lib/audit/list-audit-records'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { holderOf } from '@/tests/kit/administrators'
import { insertUser } from '@/tests/kit/insert-user'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

const START = new Date('2026-11-21T12:00:00Z')
const record = (n: number, actorId: string | null, targetId: string) =>
  storeAuditRecord(db(), testContext({ now: addSeconds(START, n) }), {
    action: `thing.n${n}`,
    outcome: 'ok',
    actorId,
    targetType: 'user',
    targetId,
  })

describe('the records about a user', () => {
  it('are those by and about the user, newest first, each once, up to the limit', async () => {
    const [{ id: ada }, { id: ben }] = [await insertUser(), await insertUser()]
    await record(1, ada, ben)
    await record(2, ben, ada)
    await record(3, ben, ben)
    await record(4, ada, ada)
    await record(5, null, ada)
    const actor = await holderOf('audit:list')
    const about = async (limit: number) => {
      const result = await listRecordsAbout(actor, { userId: ada, limit })
      return result.ok ? result.records.map(({ action }) => action) : result.code
    }
    expect(await about(10)).toEqual(['thing.n5', 'thing.n4', 'thing.n2', 'thing.n1'])
    expect(await about(3)).toEqual(['thing.n5', 'thing.n4', 'thing.n2'])
  })

  it('are shown only with audit:list, even one’s own', async () => {
    const actor = await holderOf('users:read', 'users:list')
    await record(6, actor.userId, newId())
    expect(await listRecordsAbout(actor, { userId: actor.userId, limit: 5 })).toMatchObject({
      code: 'insufficient_permission',
      requiredPermission: 'audit:list',
    })
  })
})
