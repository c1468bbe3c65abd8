import { beforeEach, expect, it } from 'vitest'
import { resetSingleton } from '@/lib/config/process-singleton'
import { addToOutbox, logMailer, readOutbox } from '@/lib/messaging/mail/local-outbox'
import { bulkMailer, closeMailer, mailer } from '@/lib/messaging/mail/mailer'
import { productionEnvironment } from '@/tests/kit/production-environment'
import { useSettings } from '@/tests/kit/test-settings'

const MAIL = {
  to: 'ada@example.com',
  subject: 'Hi',
  text: 'Hello',
  html: '<p>Hello',
  locale: 'en' as const,
}
const EMPTY = { account: [], mailings: [], texts: [] }
const print = () => {}
const keep = (subject: string, box: 'account' | 'mailings') =>
  addToOutbox({ ...MAIL, subject }, { box, sentAt: new Date() })
beforeEach(() => resetSingleton('local-outbox'))

it('shows the text and HTML printed in local mode', async () => {
  useSettings()
  expect(readOutbox()).toEqual(EMPTY)
  await logMailer({ local: true, box: 'account', print }).send(MAIL)
  expect(readOutbox()).toMatchObject({
    account: [{ to: 'ada@example.com', subject: 'Hi', text: 'Hello', html: '<p>Hello' }],
    mailings: [],
  })
})

it('keeps account emails apart from bulk emails', async () => {
  useSettings()
  await mailer().send({ ...MAIL, subject: 'Your account' })
  await bulkMailer().send({ ...MAIL, subject: 'To everyone' })
  closeMailer()
  const { account, mailings } = readOutbox()!
  expect([account, mailings].map((mails) => mails.map(({ subject }) => subject))).toEqual([
    ['Your account'],
    ['To everyone'],
  ])
})

it('keeps the newest fifty of each kind, so a bulk email pushes out no account email', () => {
  useSettings()
  keep('Verify', 'account')
  for (let i = 0; i < 60; i++) keep(`Mail ${i}`, 'mailings')
  const { account, mailings } = readOutbox()!
  expect(account.map(({ subject }) => subject)).toEqual(['Verify'])
  expect([mailings.length, mailings[0]?.subject, mailings.at(-1)?.subject]).toEqual([
    50,
    'Mail 59',
    'Mail 10',
  ])
})

it('stores and shows nothing in production', async () => {
  await logMailer({ local: false, box: 'account', print }).send(MAIL)
  useSettings()
  expect(readOutbox()).toEqual(EMPTY)
  keep('Hi', 'account')
  useSettings(productionEnvironment('postgresql://x@127.0.0.1/x'))
  expect(readOutbox()).toBeNull()
})

it('is unavailable if emails and text messages are really sent', () => {
  const mail = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'Gatehouse <id@gatehouse.test>' }
  useSettings(mail)
  expect(readOutbox()).toEqual(EMPTY)
  const sms = { SMS_DRIVER: 'twilio', TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '+12025550100' }
  useSettings({ ...mail, ...sms, TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}` })
  expect(readOutbox()).toBeNull()
})
