import { beforeAll, expect } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { confirmPhone, requestPhoneCode } from '@/lib/identity/account/change-phone'
import { addSeconds } from '@/lib/platform/clock'
import { insertUser } from '@/tests/kit/insert-user'
import { livePrincipalOf } from '@/tests/kit/principal-of'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { freshPhone, useTextQueue } from '@/tests/kit/text-queue'

/**
 * Provides a test file with a database, a queue of text messages, and users who confirm a phone
 * number. Acts are at `start`, the time when the file began, unless the test names another time.
 */
export function usePhoneStage() {
  useTestDatabase()
  const queue = useTextQueue()
  beforeAll(() => syncCatalog(new Date()))
  const start = new Date()

  async function ask(user: { id: string }, phone: string, now = start) {
    return requestPhoneCode({ phone }, await livePrincipalOf(user.id), ctx({ now }))
  }
  async function confirm(user: { id: string }, code: string, now = start) {
    return confirmPhone({ code }, await livePrincipalOf(user.id), ctx({ now }))
  }
  /** A user who requested a number, and the code that was sent. */
  async function waiting(now = start) {
    const user = await insertUser()
    const phone = freshPhone()
    expect(await ask(user, phone, now)).toMatchObject({ ok: true })
    await queue.work(now)
    return { user, phone, code: queue.codeTo(phone) }
  }
  return {
    queue,
    start,
    /** The time this many seconds after `start`. */
    later: (seconds: number) => addSeconds(start, seconds),
    ask,
    confirm,
    waiting,
  }
}
