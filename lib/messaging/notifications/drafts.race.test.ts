import { expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { findOwnDraft, saveDraft, sendDraft } from '@/lib/messaging/notifications/drafts'
import { db } from '@/lib/platform/db/database'
import { liveHolderOf } from '@/tests/kit/administrators'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()

it('sends a draft once under twenty concurrent clicks', async () => {
  useSettings()
  await syncCatalog(new Date())
  const writer = await liveHolderOf('notifications:send')
  const fields = { audience: 'all', channel_inbox: 'true', title: 'Hello', body: 'All of you' }
  await saveDraft(writer, fields, testContext())
  const { id } = (await findOwnDraft(writer))!
  const results = await Promise.all(
    Array.from({ length: 20 }, () => sendDraft(writer, id, testContext())),
  )
  const sent = results.flatMap((result) => (result.ok ? [result.notification.batch_id] : []))
  expect(new Set(sent).size).toBe(1)
  expect(await db().notificationBatch.count()).toBe(1)
  expect(await findOwnDraft(writer)).toBeNull()
})
