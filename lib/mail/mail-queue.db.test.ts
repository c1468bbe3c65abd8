import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import { consumeEmailToken } from '@/lib/email-tokens/email-token.store'
import { mailJobHandlers } from '@/lib/mail/mail-jobs'
import { closeMailer } from '@/lib/mail/mailer'
import { queueMail, type MailRequest } from '@/lib/mail/queue-mail'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { LEASE_SECONDS, takeDueJobs } from '@/lib/platform/jobs/job.store'
import { runDueJobs } from '@/lib/platform/jobs/run-due-jobs'
import { insertUser } from '@/lib/testing/insert-user'
import { startSmtpReceiver, type SmtpReceiver } from '@/lib/testing/smtp-receiver'
import { useTestDatabase } from '@/lib/testing/test-database'

useTestDatabase()
const NOW = new Date('2026-11-21T12:00:00.000Z')
const later = (seconds: number) => addSeconds(NOW, seconds)
let receiver: SmtpReceiver

beforeAll(async () => {
  receiver = await startSmtpReceiver()
  loadSettings({
    SMTP_URL: receiver.url,
    MAIL_FROM: 'Gatehouse <no-reply@auth.example>',
    AUTH_EMAIL_LINK_BASE_URL: 'https://login.example',
  })
})
afterAll(async () => {
  closeMailer()
  await receiver.close()
})
beforeEach(async () => {
  receiver.mails.length = 0
  receiver.fail(null)
  await db().job.deleteMany()
  await db().emailToken.deleteMany()
})

const queue = (request: MailRequest, at = NOW) => queueMail(db(), request, at)
const work = (at = NOW) => runDueJobs(mailJobHandlers, at)
const recipients = () => receiver.mails.flatMap(({ envelope }) => envelope.to)
function linkToken(index = 0): string {
  const text = receiver.mails[index]?.message.text ?? ''
  return /[?&]token=([A-Za-z0-9_-]{43})\s/.exec(text)?.[1] ?? ''
}

describe('a queued link', () => {
  it.each([
    ['verify_email', 'pending', 'https://login.example/auth/verify-email?token='],
    ['reset_password', 'active', 'https://login.example/auth/reset-password?token='],
  ] as const)('%s arrives with a token that works', async (mail, status, link) => {
    const user = await insertUser({ status })
    await queue({ mail, email: user.email })
    await work()
    expect(recipients()).toEqual([user.email])
    expect(receiver.mails[0]!.message.text).toContain(link + linkToken())
    expect(receiver.mails[0]!.message.html).toContain(link + linkToken())
    expect(await consumeEmailToken(db(), { token: linkToken(), kind: mail, now: NOW })).toEqual({
      userId: user.id,
      email: user.email,
    })
    expect(await db().job.count()).toBe(0)
  })

  it('holds no token while it waits, and is not sent when its transaction rolls back', async () => {
    const user = await insertUser()
    await queue({ mail: 'reset_password', email: user.email })
    await inTransaction(async (tx) => {
      await queueMail(tx, { mail: 'verify_email', email: user.email }, NOW)
      throw new Error('rolled back')
    }).catch(() => {})
    expect(await db().emailToken.count()).toBe(0)
    expect(await db().job.findMany({ select: { kind: true, payload: true } })).toEqual([
      { kind: 'mail', payload: { mail: 'reset_password', email: user.email } },
    ])
  })

  it.each([
    ['verify_email', 'active'],
    ['verify_email', 'deactivated'],
    ['verify_email', 'deleted'],
    ['reset_password', 'deactivated'],
    ['reset_password', 'deleted'],
  ] as const)('%s goes to no %s account', async (mail, status) => {
    const user = await insertUser({ status })
    await queue({ mail, email: user.email })
    expect(await work()).toBe(1)
    expect(recipients()).toEqual([])
    expect(await db().emailToken.count()).toBe(0)
    expect(await db().job.count()).toBe(0)
  })

  it('for an address that nobody has goes nowhere', async () => {
    await queue({ mail: 'reset_password', email: 'nobody@example.com' })
    await queue({ mail: 'verify_email', email: 'nobody@example.com' })
    expect(await work()).toBe(2)
    expect(recipients()).toEqual([])
    expect(await db().job.count()).toBe(0)
  })

  it('reset_password goes to a pending account: its owner gets in by the mailbox', async () => {
    const user = await insertUser({ status: 'pending' })
    await queue({ mail: 'reset_password', email: user.email })
    await work()
    expect(recipients()).toEqual([user.email])
  })

  it('asked for many times at once is sent once', async () => {
    const user = await insertUser()
    for (let n = 0; n < 10; n++) await queue({ mail: 'reset_password', email: user.email })
    await work()
    await work()
    expect(recipients()).toEqual([user.email])
  })

  it('with an address that is no address fails for good and reaches nobody', async () => {
    await queue({ mail: 'reset_password', email: 'a@example.com\r\nBcc: v@example.com' })
    await work()
    expect(recipients()).toEqual([])
    expect((await db().job.findFirstOrThrow()).failedAt).toEqual(NOW)
  })
})

describe('a mailbox is not flooded', () => {
  it('with more than five mails of a kind in any hour', async () => {
    const user = await insertUser()
    const ask = async (seconds: number) => {
      await queue({ mail: 'reset_password', email: user.email }, later(seconds))
      await work(later(seconds))
      return receiver.mails.length
    }
    for (let minute = 0; minute < 5; minute++) expect(await ask(minute * 600)).toBe(minute + 1)
    expect(await ask(3000)).toBe(5)
    expect(await ask(3599)).toBe(5)
    expect(await ask(3600)).toBe(6)
    expect(await ask(3601)).toBe(6)
    expect(await ask(4200)).toBe(7)
    expect(await db().job.count()).toBe(0)
  })

  it('and one kind does not use up the budget of another, nor one user that of another', async () => {
    const [ada, bob] = [await insertUser({ status: 'pending' }), await insertUser()]
    for (let n = 0; n < 6; n++) {
      await queue({ mail: 'verify_email', email: ada.email }, later(n))
      await work(later(n))
    }
    await queue({ mail: 'reset_password', email: ada.email }, later(7))
    await queue({ mail: 'reset_password', email: bob.email }, later(7))
    await work(later(7))
    expect(recipients().filter((to) => to === ada.email)).toHaveLength(6)
    expect(recipients().filter((to) => to === bob.email)).toHaveLength(1)
  })

  it('and a server that is away uses nothing up', async () => {
    const user = await insertUser()
    await queue({ mail: 'reset_password', email: user.email })
    receiver.fail({ at: 'recipient', with: 451 })
    for (let at = NOW, n = 0; n < 6; n++) {
      await work(at)
      at = (await db().job.findFirstOrThrow()).runAt
      await db().job.updateMany({ data: { runAt: NOW } })
    }
    receiver.fail(null)
    await work()
    expect(recipients()).toEqual([user.email])
  })
})

describe('a mail that can not be handed over', () => {
  it.each([451, 554] as const)(
    '(%i) is tried again later, is delivered once, and only the token that was delivered works',
    async (code) => {
      const user = await insertUser()
      await queue({ mail: 'reset_password', email: user.email })
      receiver.fail({ at: 'message', with: code })
      await work()
      const job = await db().job.findFirstOrThrow()
      expect(job).toMatchObject({ attempts: 1, failedAt: null, lockedUntil: null })
      expect(job.lastError).toContain(String(code))
      expect(await db().emailToken.count()).toBe(0)

      receiver.fail(null)
      expect(await work(addSeconds(job.runAt, -1))).toBe(0)
      expect(await work(job.runAt)).toBe(1)
      expect(await work(later(86_400))).toBe(0)
      expect(recipients()).toEqual([user.email])
      expect(await db().emailToken.count()).toBe(1)
      const use = { token: linkToken(), kind: 'reset_password' as const, now: job.runAt }
      expect(await consumeEmailToken(db(), use)).not.toBeNull()
    },
  )

  it('because the server is gone is delivered when it is back', async () => {
    const user = await insertUser()
    await queue({ mail: 'reset_password', email: user.email })
    const { port } = receiver
    await receiver.close()
    closeMailer()
    await work()
    receiver = await startSmtpReceiver({}, port)
    await work(later(10))
    expect(recipients()).toEqual([user.email])
  })

  it('survives the worker: taken and left by one that died, it is sent by the next when the lease is over', async () => {
    const user = await insertUser()
    await queue({ mail: 'reset_password', email: user.email })
    await takeDueJobs(db(), { kinds: Object.keys(mailJobHandlers), limit: 10, now: NOW })
    expect(await work(later(LEASE_SECONDS - 1))).toBe(0)
    expect(await work(later(LEASE_SECONDS))).toBe(1)
    expect(recipients()).toEqual([user.email])
  })
})

describe('a notice', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

  it('says when and from where, in the language of its reader, by name', async () => {
    const user = await insertUser({ locale: 'tr', name: 'Ada' })
    const at = '2026-11-21T09:05:00.000Z'
    await queue({ mail: 'password_changed', userId: user.id, at, ip: '192.0.2.1', device: FIREFOX })
    await work()
    const { subject, text, html } = receiver.mails[0]!.message
    expect(subject).toBe('Parolanız değiştirildi')
    expect(text).toContain('Merhaba Ada,')
    for (const part of [text, html?.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')])
      expect(part).toMatch(/21 Kas 2026 09:05 UTC[\s\S]*192\.0\.2\.1[\s\S]*Firefox, Linux/)
  })

  it('passes on nothing that a stranger wrote', async () => {
    const lure = 'https://evil.example\u0000\ud83d'
    const pending = await insertUser({ status: 'pending', name: `Visit ${'https://evil.example'}` })
    const notice = { at: NOW.toISOString(), ip: lure, device: lure }
    await queue({ mail: 'already_registered', userId: pending.id, ...notice })
    await queue({ mail: 'refresh_token_reused', userId: pending.id, ...notice })
    await work()
    expect(receiver.mails).toHaveLength(2)
    expect(receiver.mails.map(({ raw }) => raw).join()).not.toContain('evil')
  })

  it.each([
    ['already_registered', 'active', 1],
    ['already_registered', 'deactivated', 0],
    ['password_changed', 'deactivated', 1],
    ['password_changed', 'deleted', 0],
    ['refresh_token_reused', 'active', 1],
    ['refresh_token_reused', 'deleted', 0],
  ] as const)('%s to an account that is %s: %i mail', async (mail, status, count) => {
    const user = await insertUser({ status })
    await queue({ mail, userId: user.id, at: NOW.toISOString() })
    await work()
    expect(receiver.mails).toHaveLength(count)
  })

  it('counts each time, except "you have an account already"', async () => {
    const user = await insertUser()
    const about = { userId: user.id, at: NOW.toISOString() }
    for (const mail of [
      'password_changed',
      'password_changed',
      'already_registered',
      'already_registered',
    ] as const)
      await queue({ mail, ...about })
    await work()
    expect(receiver.mails.map(({ message }) => message.subject).sort()).toEqual([
      'You already have an account',
      'Your password was changed',
      'Your password was changed',
    ])
  })
})
