import { expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { closeMailer } from '@/lib/messaging/mail/mailer'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { mailJob } from '@/lib/messaging/messaging.jobs'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { expireLeases, runDueJobs } from '@/tests/kit/jobs'
import { startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { startWorker } from '@/tests/kit/start-worker'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()

it('sends an email once if its worker is killed during delivery', async () => {
  const receiver = await startSmtpReceiver()
  const user = await insertUser()
  await queueMail(db(), { mail: 'reset_password', email: user.email }, new Date())
  receiver.fail({ at: 'message', with: 'silence' })
  const inTheMiddle = receiver.met()
  const worker = await startWorker('mails', { SMTP_URL: receiver.url })
  await inTheMiddle
  await worker.kill()

  receiver.fail(null)
  loadSettings({ SMTP_URL: receiver.url })
  const now = new Date()
  expect(await runDueJobs([mailJob], now)).toBe(0)
  await expireLeases()
  expect(await runDueJobs([mailJob], now)).toBe(1)
  expect(await runDueJobs([mailJob], addSeconds(now, 86_400))).toBe(0)
  expect(receiver.mails.map(({ envelope }) => envelope.to)).toEqual([[user.email]])
  closeMailer()
  await receiver.close()
})
