import { expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { purgeInboxItems } from '@/lib/messaging/inbox/inbox.store'
import { addSeconds } from '@/lib/platform/clock'
import { derivedId } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { makeUser } from '@/tests/kit/make-user'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()

it('deletes old inbox items in batches and keeps items at the age limit or newer', async () => {
  useSettings()
  await syncCatalog(new Date())
  const { id: userId } = await makeUser()
  const limit = new Date('2026-01-01T00:00:00Z')
  const ages = [-2, -1, 0, 1]
  await db().inboxItem.createMany({
    data: ages.map((seconds) => {
      const createdAt = addSeconds(limit, seconds)
      return {
        id: derivedId(createdAt, 'item'),
        userId,
        kind: 'announcement',
        title: String(seconds),
        createdAt,
      }
    }),
  })
  expect(await purgeInboxItems(db(), limit, 1)).toBe(1)
  expect(await purgeInboxItems(db(), limit, 10)).toBe(1)
  expect(await purgeInboxItems(db(), limit, 10)).toBe(0)
  const left = await db().inboxItem.findMany({ where: { userId }, orderBy: { id: 'asc' } })
  expect(left.map(({ title }) => title)).toEqual(['0', '1'])
})
