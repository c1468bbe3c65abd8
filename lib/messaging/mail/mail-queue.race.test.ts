import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import {
  MAILS_PER_WINDOW,
  returnToMailBudget,
  takeFromMailBudget,
  takeFromMailBudgets,
} from '@/lib/messaging/mail/mail-limits.store'
import { closeMailer } from '@/lib/messaging/mail/mailer'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { mailJob } from '@/lib/messaging/messaging.jobs'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { startJobWorker } from '@/lib/platform/jobs/job-worker'
import { twenty } from '@/tests/kit/at-once'
import { insertUser } from '@/tests/kit/insert-user'
import { type SmtpReceiver, startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const NOW = new Date('2026-11-21T12:00:00.000Z')
let receiver: SmtpReceiver

beforeAll(async () => {
  receiver = await startSmtpReceiver()
  loadSettings({ SMTP_URL: receiver.url })
})
afterAll(async () => {
  closeMailer()
  await receiver.close()
})

it('sends each of 100 emails once with twenty workers', async () => {
  const users = await Promise.all(Array.from({ length: 100 }, () => insertUser()))
  for (const { email } of users) await queueMail(db(), { mail: 'reset_password', email }, NOW)
  let last = () => {}
  const done = new Promise<void>((resolve) => (last = resolve))
  let handled = 0
  const counted = {
    ...mailJob,
    run: async (...run: Parameters<typeof mailJob.run>) => {
      await mailJob.run(...run)
      if (++handled === 100) last()
    },
  }
  const workers = Array.from({ length: 20 }, () => startJobWorker([counted], { clock: () => NOW }))
  await done
  await Promise.all(workers.map((worker) => worker.stop()))
  const sent = receiver.mails.flatMap(({ envelope }) => envelope.to)
  expect(sent.sort()).toEqual(users.map(({ email }) => email).sort())
  expect(await db().job.count()).toBe(0)
})

it('grants 20 concurrent emails no more than the budget allows', async () => {
  const { id: userId } = await insertUser()
  const take = (now: Date) =>
    twenty(() => takeFromMailBudget(db(), { userId, mail: 'reset_password', now }))
  const granted = (answers: boolean[]) => answers.filter(Boolean).length
  expect(granted(await take(NOW))).toBe(MAILS_PER_WINDOW)
  expect(granted(await take(addSeconds(NOW, 3599)))).toBe(0)
  await returnToMailBudget(db(), { userId, mail: 'reset_password', now: NOW })
  expect(granted(await take(addSeconds(NOW, 3599)))).toBe(1)
  expect(granted(await take(addSeconds(NOW, 3600)))).toBe(MAILS_PER_WINDOW - 1)
})

it('grants 20 accounts at once no more emails to one address than its budget allows', async () => {
  const [mail, email] = ['confirm_email_change', 'stranger@example.com'] as const
  const users = await Promise.all(Array.from({ length: 20 }, () => insertUser()))
  const granted = await twenty((n) =>
    takeFromMailBudgets([
      { userId: users[n]!.id, mail, now: NOW },
      { email, mail, now: NOW },
    ]),
  )
  expect(granted.filter((exceeded) => exceeded === null)).toHaveLength(MAILS_PER_WINDOW)
  expect((await db().addressMailBudget.findFirstOrThrow()).sentAt).toHaveLength(MAILS_PER_WINDOW)
  // Those that the address refused cost their users nothing.
  expect(await db().mailBudget.count({ where: { mail } })).toBe(MAILS_PER_WINDOW)
})

it('charges one user and one address at once in any order without a deadlock', async () => {
  const { id: userId } = await insertUser()
  const mail = 'confirm_email_change'
  const charges = [
    { userId, mail, now: NOW },
    { email: 'both@example.com', mail, now: NOW },
  ] as const
  const taken = await twenty((n) =>
    takeFromMailBudgets(n % 2 === 0 ? charges : [charges[1], charges[0]]),
  )
  expect(taken.filter((exceeded) => exceeded === null)).toHaveLength(MAILS_PER_WINDOW)
  expect(taken.filter((exceeded) => exceeded && 'userId' in exceeded)).toHaveLength(
    20 - MAILS_PER_WINDOW,
  )
})
