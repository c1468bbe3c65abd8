import { describe, expect, it } from 'vitest'
import { consumeEmailToken } from '@/lib/accounts/email-token.store'
import { queueMail } from '@/lib/messaging/mail/queue-mail'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { insertUser } from '@/tests/kit/insert-user'
import { later, START, useMailQueue } from '@/tests/kit/mail-queue'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const { linkToken, mails, queue, receiver, recipients, work } = useMailQueue()

describe('a queued link', () => {
  it.each([
    ['verify_email', 'pending', 'https://login.example/auth/verify-email?token='],
    ['reset_password', 'active', 'https://login.example/auth/reset-password?token='],
  ] as const)('in %s arrives with a working token', async (mail, status, link) => {
    const user = await insertUser({ status })
    await queue({ mail, email: user.email })
    await work()
    expect(recipients()).toEqual([user.email])
    expect(mails()[0]!.message.text).toContain(link + linkToken())
    expect(mails()[0]!.message.html).toContain(link + linkToken())
    expect(await consumeEmailToken(db(), { token: linkToken(), kind: mail, now: START })).toEqual({
      userId: user.id,
      email: user.email,
      proven: status === 'active',
      issuedById: null,
      sessionId: null,
      addressChanged: false,
    })
    expect(await db().job.count()).toBe(0)
  })

  it('has no token while queued and is not sent when its transaction rolls back', async () => {
    const user = await insertUser()
    await queue({ mail: 'reset_password', email: user.email })
    await inTransaction(async (tx) => {
      await queueMail(tx, { mail: 'verify_email', email: user.email }, START)
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
  ] as const)('%s is not sent to a %s account', async (mail, status) => {
    const user = await insertUser({ status })
    await queue({ mail, email: user.email })
    expect(await work()).toBe(1)
    expect(recipients()).toEqual([])
    expect(await db().emailToken.count()).toBe(0)
    expect(await db().job.count()).toBe(0)
  })

  it.each(['deactivated', 'deleted'] as const)(
    'in verify_email is not sent to a %s account that was to be approved',
    async (status) => {
      const user = await insertUser({ status })
      const unconfirmed = { emailVerifiedAt: null, approvalRequestedAt: START }
      await db().user.update({ where: { id: user.id }, data: unconfirmed })
      await queue({ mail: 'verify_email', email: user.email })
      await work()
      expect(recipients()).toEqual([])
      expect(await db().emailToken.count()).toBe(0)
    },
  )

  it('is not sent to an address without an account', async () => {
    await queue({ mail: 'reset_password', email: 'nobody@example.com' })
    await queue({ mail: 'verify_email', email: 'nobody@example.com' })
    expect(await work()).toBe(2)
    expect(recipients()).toEqual([])
    expect(await db().job.count()).toBe(0)
  })

  it('in reset_password is sent to a pending account, whose owner proves control of the mailbox', async () => {
    const user = await insertUser({ status: 'pending' })
    await queue({ mail: 'reset_password', email: user.email })
    await work()
    expect(recipients()).toEqual([user.email])
  })

  it('is sent once when requested many times at once', async () => {
    const user = await insertUser()
    for (let n = 0; n < 10; n++) await queue({ mail: 'reset_password', email: user.email })
    await work()
    await work()
    expect(recipients()).toEqual([user.email])
  })

  it('fails permanently for an invalid address and reaches no one', async () => {
    await queue({ mail: 'reset_password', email: 'a@example.com\r\nBcc: v@example.com' })
    await work()
    expect(recipients()).toEqual([])
    expect((await db().job.findFirstOrThrow()).failedAt).toEqual(START)
  })
})

describe('a mailbox', () => {
  it('gets at most five emails of a kind in any hour', async () => {
    const user = await insertUser()
    const ask = async (seconds: number) => {
      await queue({ mail: 'reset_password', email: user.email }, later(seconds))
      await work(later(seconds))
      return mails().length
    }
    for (let minute = 0; minute < 5; minute++) expect(await ask(minute * 600)).toBe(minute + 1)
    expect(await ask(3000)).toBe(5)
    expect(await ask(3599)).toBe(5)
    expect(await ask(3600)).toBe(6)
    expect(await ask(3601)).toBe(6)
    expect(await ask(4200)).toBe(7)
    expect(await db().job.count()).toBe(0)
  })

  it('has a separate budget for each kind and each user', async () => {
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

  it('keeps its budget while the mail server is unavailable', async () => {
    const user = await insertUser()
    await queue({ mail: 'reset_password', email: user.email })
    receiver().fail({ at: 'recipient', with: 451 })
    for (let at = START, n = 0; n < 6; n++) {
      await work(at)
      at = (await db().job.findFirstOrThrow()).runAt
      await db().job.updateMany({ data: { runAt: START } })
    }
    receiver().fail(null)
    await work()
    expect(recipients()).toEqual([user.email])
  })
})
