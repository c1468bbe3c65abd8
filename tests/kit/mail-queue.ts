import { afterAll, beforeAll, beforeEach } from 'vitest'
import { closeMailer } from '@/lib/messaging/mail/mailer'
import type { MailRequest } from '@/lib/messaging/mail/mails'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { mailJob } from '@/lib/messaging/messaging.jobs'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { runDueJobs } from '@/tests/kit/jobs'
import { type SmtpReceiver, startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'
import { useSettings } from '@/tests/kit/test-settings'

/** The start time of the mail queue tests. */
export const START = new Date('2026-11-21T12:00:00.000Z')

/**
 * Provides a test file with a mail server, further settings, and an empty queue before each test.
 * The test controls the time.
 */
export function useMailQueue(env: Record<string, string> = {}) {
  const state = {} as { receiver: SmtpReceiver }
  const configure = (overrides: Record<string, string> = {}) =>
    useSettings({
      SMTP_URL: state.receiver.url,
      MAIL_FROM: 'Gatehouse <no-reply@auth.example>',
      AUTH_EMAIL_LINK_BASE_URL: 'https://login.example',
      ...env,
      ...overrides,
    })
  beforeAll(async () => {
    state.receiver = await startSmtpReceiver()
    configure()
  })
  afterAll(async () => {
    closeMailer()
    await state.receiver.close()
  })
  beforeEach(async () => {
    state.receiver.mails.length = 0
    state.receiver.fail(null)
    await db().job.deleteMany()
    await db().emailToken.deleteMany()
  })
  return {
    receiver: () => state.receiver,
    configure,
    /** Stops the mail server and returns a function that starts it again at the same address. */
    async stopServer(): Promise<() => Promise<void>> {
      const { port } = state.receiver
      closeMailer()
      await state.receiver.close()
      return async () => void (state.receiver = await startSmtpReceiver({}, port))
    },
    queue: (request: MailRequest, at = START) => queueMail(db(), request, at),
    work: (at = START) => runDueJobs([mailJob], at),
    mails: () => state.receiver.mails,
    recipients: () => state.receiver.mails.flatMap(({ envelope }) => envelope.to),
    /** The token in the link of the first email. */
    linkToken: () =>
      /[?&]token=([A-Za-z0-9_-]{43})\s/.exec(state.receiver.mails[0]?.message.text ?? '')?.[1] ??
      '',
  }
}

/** The time this many seconds after START. */
export const later = (seconds: number) => addSeconds(START, seconds)
