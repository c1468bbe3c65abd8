import { describe, expect, it } from 'vitest'
import { consumeEmailToken } from '@/lib/accounts/email-token.store'
import { mailJob } from '@/lib/messaging/messaging.jobs'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { claimDueJobs } from '@/lib/platform/jobs/job.store'
import { insertUser } from '@/tests/kit/insert-user'
import { expireLeases } from '@/tests/kit/jobs'
import { later, START, useMailQueue } from '@/tests/kit/mail-queue'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const { linkToken, queue, receiver, recipients, stopServer, work } = useMailQueue()

describe('an email that could not be sent', () => {
  it.each([451, 554] as const)(
    '(%i) is retried and delivered once, and only the delivered token works',
    async (code) => {
      const user = await insertUser()
      await queue({ mail: 'reset_password', email: user.email })
      receiver().fail({ at: 'message', with: code })
      await work()
      const job = await db().job.findFirstOrThrow()
      expect(job).toMatchObject({ attempts: 1, failedAt: null, lockedUntil: null })
      expect(job.lastError).toContain(String(code))
      expect(await db().emailToken.count()).toBe(0)

      receiver().fail(null)
      expect(await work(addSeconds(job.runAt, -1))).toBe(0)
      expect(await work(job.runAt)).toBe(1)
      expect(await work(later(86_400))).toBe(0)
      expect(recipients()).toEqual([user.email])
      expect(await db().emailToken.count()).toBe(1)
      const use = { token: linkToken(), kind: 'reset_password' as const, now: job.runAt }
      expect(await consumeEmailToken(db(), use)).not.toBeNull()
    },
  )

  it('is delivered when the server is available again', async () => {
    const user = await insertUser()
    await queue({ mail: 'reset_password', email: user.email })
    const startServer = await stopServer()
    await work()
    await startServer()
    await work(later(10))
    expect(recipients()).toEqual([user.email])
  })

  it('is sent by another worker after the lease of a crashed one has expired', async () => {
    const user = await insertUser()
    await queue({ mail: 'reset_password', email: user.email })
    await claimDueJobs(db(), { kinds: [mailJob.kind], limit: 10, now: START })
    expect(await work()).toBe(0)
    await expireLeases()
    expect(await work()).toBe(1)
    expect(recipients()).toEqual([user.email])
  })
})
