import { beforeEach, describe, expect, it } from 'vitest'
import { hasMailBacklog, MAILS_PER_WINDOW } from '@/lib/messaging/mail/mail-limits.store'
import { mailJob, smsCodeJob } from '@/lib/messaging/messaging.jobs'
import { db } from '@/lib/platform/db/database'
import { startJobWorkers } from '@/lib/platform/jobs/job-worker'
import { insertUser } from '@/tests/kit/insert-user'
import { later, START, useMailQueue } from '@/tests/kit/mail-queue'
import { useTestDatabase } from '@/tests/kit/test-database'
import { until } from '@/tests/kit/until'

useTestDatabase()
const { queue, receiver, recipients, stopServer, work } = useMailQueue()

describe('an email whose recipient the mail server rejects', () => {
  it('is not retried, and counts: more requests cause no more rejections than the budget', async () => {
    const { email } = await insertUser()
    receiver().fail({ at: 'recipient', with: 550, text: '5.1.1 no such mailbox' })
    const before = receiver().faults()
    for (let n = 0; n < MAILS_PER_WINDOW + 2; n++) {
      await queue({ mail: 'reset_password', email }, later(n))
      await work(later(n))
      expect(await db().job.count()).toBe(0)
    }
    expect(receiver().faults() - before).toBe(MAILS_PER_WINDOW)
    expect(await db().emailToken.count()).toBe(0)
  })

  it.each([
    ['for now (450)', 450, 'mailbox busy'],
    ['by policy (5.7.1)', 554, '5.7.1 relay access denied'],
    [
      'without a reason in a code, such as a relay that does not know us',
      550,
      'relay not permitted',
    ],
  ])('%s is sent later', async (_, code, text) => {
    const { email } = await insertUser()
    receiver().fail({ at: 'recipient', with: code, text })
    await queue({ mail: 'reset_password', email })
    await work()
    receiver().fail(null)
    await work(later(10))
    expect(recipients()).toEqual([email])
  })
})

describe('recipients that are refused for now', () => {
  it('do not keep bulk senders waiting', async () => {
    receiver().fail({ at: 'recipient', with: 450, text: '4.2.0 greylisted' })
    for (let n = 0; n < 50; n++)
      await queue({ mail: 'reset_password', email: (await insertUser()).email })
    while ((await work()) > 0);
    expect(await db().job.count()).toBe(50)
    expect(await hasMailBacklog(db(), START)).toBe(false)
  })
})

describe('while the mail server is down', () => {
  it('bulk senders wait, however fast it refuses, and go on when it is back', async () => {
    const startServer = await stopServer()
    const due = async (at: number) => hasMailBacklog(db(), later(at))
    for (let n = 0; n < 50; n++)
      await queue({ mail: 'reset_password', email: (await insertUser()).email })
    while ((await work()) > 0);
    expect(await due(0)).toBe(true)
    for (const at of [10, 60, 200]) {
      while ((await work(later(at))) > 0);
      expect(await due(at)).toBe(true)
    }
    await startServer()
    while ((await work(later(1000))) > 0);
    expect(await due(1000)).toBe(false)
    expect(recipients()).toHaveLength(50)
  })
})

describe('a mail server that hangs', () => {
  beforeEach(() => receiver().fail({ at: 'message', with: 'silence' }))

  it('does not keep other work waiting', async () => {
    for (let n = 0; n < 10; n++)
      await queue({ mail: 'reset_password', email: (await insertUser()).email }, new Date())
    const ran: string[] = []
    const noted = (job: typeof mailJob | typeof smsCodeJob) =>
      ({ ...job, run: async () => void ran.push(job.kind) }) as typeof job
    const other = { ...noted(smsCodeJob), kind: 'other', lane: 'default' as const }
    const met = receiver().met()
    const workers = startJobWorkers([mailJob, noted(smsCodeJob), other], [])
    await met
    for (const kind of [smsCodeJob.kind, 'other'])
      await db().job.create({
        data: { id: crypto.randomUUID(), kind, payload: {}, runAt: START, createdAt: START },
      })
    await until('the other jobs have run', 5000, () => ran.length === 2)
    await stopServer()
    await workers.stop()
  })
})
