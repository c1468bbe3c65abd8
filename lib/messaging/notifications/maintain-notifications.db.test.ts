import { afterEach, expect, it, vi } from 'vitest'
import { purgeMails } from '@/lib/messaging/notifications/notification-mail.store'
import { purgeBatches } from '@/lib/messaging/notifications/notification-work.store'
import { maintainNotifications } from '@/lib/messaging/notifications/notification.jobs'
import { useTestDatabase } from '@/lib/testing/test-database'

const BATCH_MS = 6000
/** Only batches and pauses take time: the speed of the machine plays no part. */
let ms = 0
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: async (pauseMs: number) => void (ms += pauseMs),
}))
vi.mock('@/lib/messaging/notifications/notification-mail.store', { spy: true })
vi.mock('@/lib/messaging/notifications/notification-work.store', { spy: true })

useTestDatabase()
afterEach(() => void vi.restoreAllMocks())

async function endless(_db: unknown, { limit }: { limit: number }) {
  ms += BATCH_MS
  return limit
}

it('a backlog of emails does not keep old notifications from being deleted', async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => ms)
  vi.mocked(purgeMails).mockImplementation(endless)
  vi.mocked(purgeBatches).mockImplementation(endless)
  await maintainNotifications.run(new Date())
  const [mails, batches] = [purgeMails, purgeBatches].map((purge) => vi.mocked(purge).mock.calls)
  expect(batches!.length).toBeGreaterThanOrEqual(mails!.length)
  expect(mails!.length).toBeGreaterThan(1)
})
