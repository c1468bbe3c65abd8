import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, inject, it, onTestFinished } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { mailJobHandlers } from '@/lib/mail/mail-jobs'
import { closeMailer } from '@/lib/mail/mailer'
import { queueMail } from '@/lib/mail/queue-mail'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { LEASE_SECONDS } from '@/lib/platform/jobs/job.store'
import { runDueJobs } from '@/lib/platform/jobs/run-due-jobs'
import { insertUser } from '@/lib/testing/insert-user'
import { startSmtpReceiver } from '@/lib/testing/smtp-receiver'
import { useTestDatabase } from '@/lib/testing/test-database'

useTestDatabase()
const WORKER = fileURLToPath(new URL('../testing/mail-worker-process.ts', import.meta.url))

async function testDatabaseUrl(): Promise<string> {
  const [{ name } = { name: '' }] = await db().$queryRaw<
    { name: string }[]
  >`SELECT current_database() AS name`
  return Object.assign(new URL(inject('testServerUrl')), { pathname: `/${name}` }).toString()
}

it('a mail whose worker is killed in the middle of the delivery is sent by another, once', async () => {
  const receiver = await startSmtpReceiver()
  const user = await insertUser()
  await queueMail(db(), { mail: 'reset_password', email: user.email }, new Date())
  receiver.fail({ at: 'message', with: 'silence' })
  const inTheMiddle = receiver.met()
  const worker = spawn(process.execPath, ['--import', 'tsx', WORKER], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: await testDatabaseUrl(),
      SMTP_URL: receiver.url,
    },
  })
  onTestFinished(() => void worker.kill('SIGKILL'))
  await inTheMiddle
  worker.kill('SIGKILL')
  await once(worker, 'exit')

  receiver.fail(null)
  loadSettings({ SMTP_URL: receiver.url })
  const now = new Date()
  expect(await runDueJobs(mailJobHandlers, now)).toBe(0)
  expect(await runDueJobs(mailJobHandlers, addSeconds(now, LEASE_SECONDS))).toBe(1)
  expect(await runDueJobs(mailJobHandlers, addSeconds(now, 86_400))).toBe(0)
  expect(receiver.mails.map(({ envelope }) => envelope.to)).toEqual([[user.email]])
  closeMailer()
  await receiver.close()
})
