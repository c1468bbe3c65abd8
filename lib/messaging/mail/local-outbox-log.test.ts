import { expect, it, vi } from 'vitest'
import { logMailer } from '@/lib/messaging/mail/local-outbox'
import { logger } from '@/lib/platform/logger'

const TOKEN = 'pZ3_kq9-'.repeat(6).slice(0, 43)
const MAIL = {
  to: 'ada@example.com',
  subject: 'Choose a new password',
  text: `Hello,\n\nhttp://localhost:3000/auth/reset-password?token=${TOKEN}\n\n-- \nwhy\n`,
  html: `<a href="http://localhost:3000/auth/reset-password?token=${TOKEN}">x</a>`,
  locale: 'en' as const,
}

it('prints the whole email in local mode, with the link on its own line', async () => {
  let printed = ''
  await logMailer({ local: true, box: 'account', print: (text) => void (printed += text) }).send(
    MAIL,
  )
  expect(printed).toContain('Mail to ada@example.com')
  expect(printed).toContain('Subject: Choose a new password')
  expect(printed.split('\n').map((line) => line.trim())).toContain(
    `http://localhost:3000/auth/reset-password?token=${TOKEN}`,
  )
})

it('strips terminal control sequences from an email', async () => {
  let printed = ''
  const mailer = logMailer({ local: true, box: 'account', print: (text) => void (printed += text) })
  await mailer.send({ ...MAIL, text: 'Hello \u001b[2J\u001b]0;x\u0007 \u009b31m\rAda' })
  expect(printed).not.toMatch(/[^\P{Cc}\n]/u)
})

it('masks the token in production, because more people can read a log than the mailbox', async () => {
  const info = vi.spyOn(logger(), 'info').mockImplementation(() => {})
  const print = vi.fn()
  await logMailer({ local: false, box: 'account', print }).send(MAIL)
  const logged = JSON.stringify(info.mock.calls)
  expect(print).not.toHaveBeenCalled()
  expect(logged).not.toContain(TOKEN)
  expect(logged).toContain('/auth/reset-password?token=…[masked]')
  expect(logged).toContain('ada@example.com')
  info.mockRestore()
})
