import { beforeEach, expect, it } from 'vitest'
import { keepInOutbox, readOutbox } from '@/lib/mail/local-outbox'
import { logMailer } from '@/lib/mail/log-mailer'
import { forget } from '@/lib/platform/remember'
import { productionEnvironment } from '@/lib/testing/production-environment'
import { useSettings } from '@/lib/testing/test-settings'

const MAIL = { to: 'ada@example.com', subject: 'Hi', text: 'Hello', html: '<p>Hello', locale: 'en' as const }
const print = () => {}
beforeEach(() => forget('local-outbox'))

it('shows what local mode printed', async () => {
  useSettings()
  expect(readOutbox()).toEqual([])
  await logMailer({ local: true, print }).send(MAIL)
  expect(readOutbox()).toMatchObject([{ to: 'ada@example.com', subject: 'Hi', text: 'Hello' }])
})

it('keeps the newest fifty, newest first', () => {
  useSettings()
  for (let i = 0; i < 60; i++) keepInOutbox({ ...MAIL, subject: `Mail ${i}` }, new Date())
  const subjects = readOutbox()?.map(({ subject }) => subject)
  expect([subjects?.length, subjects?.[0], subjects?.at(-1)]).toEqual([50, 'Mail 59', 'Mail 10'])
})

it('keeps nothing in production, and shows nothing there whatever was kept', async () => {
  await logMailer({ local: false, print }).send(MAIL)
  useSettings()
  expect(readOutbox()).toEqual([])
  keepInOutbox(MAIL, new Date())
  useSettings(productionEnvironment('postgresql://x@127.0.0.1/x'))
  expect(readOutbox()).toBeNull()
})

it('is not there where mails leave the house', () => {
  useSettings({ SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'Gatehouse <id@gatehouse.test>' })
  expect(readOutbox()).toBeNull()
})
