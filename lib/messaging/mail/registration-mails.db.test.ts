import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { forgotPassword } from '@/lib/identity/passwords/reset-password'
import { register, resendVerification } from '@/lib/identity/registration/register'
import { verifyEmail } from '@/lib/identity/registration/verify-email'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { insertUser } from '@/tests/kit/insert-user'
import { later, START, useMailQueue } from '@/tests/kit/mail-queue'
import { PASSWORD } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const queue = useMailQueue()
beforeAll(() => syncCatalog(new Date()))

const ctx = (seconds = 0, overrides = {}) => testContext({ now: later(seconds), ...overrides })
const fresh = () => `${newId()}@example.org`
const linkIn = (text = '') => /verify-email\?token=([\w-]{43})\s/.exec(text)?.[1] ?? ''
const linksIn = () => queue.mails().map(({ message }) => linkIn(message.text))
/** Runs the queued jobs and those they queue. */
async function work(at: Date): Promise<void> {
  while ((await queue.work(at)) > 0);
}
async function registered(email: string, passwords: string[], seconds = 0): Promise<void> {
  for (const password of passwords) await register({ email, password }, ctx(seconds))
  await work(later(seconds))
}
const attemptOf = async (token: string) => {
  const { createHash } = await import('node:crypto')
  const tokenHash = new Uint8Array(createHash('sha256').update(token).digest())
  return (await db().emailToken.findUniqueOrThrow({ where: { tokenHash } })).attemptId
}

describe('verification emails', () => {
  it('contain the link of their registration, its language and its time', async () => {
    const email = fresh()
    await register({ email, password: PASSWORD }, ctx(0, { locale: 'tr' }))
    await register({ email, password: `${PASSWORD} 2` }, ctx(60))
    await work(later(90))
    // Both are sent at the same time and arrive in either order.
    const mails = new Map(queue.mails().map(({ message }) => [message.subject, message.text ?? '']))
    const [turkish, english] = ['E-posta adresinizi doğrulayın', 'Confirm your email address']
    expect([...mails.keys()].sort()).toEqual([english, turkish])
    expect(mails.get(english)).toContain('Signed up: Nov 21, 2026, 12:01')
    const attempts = await db().registrationAttempt.findMany({
      orderBy: { createdAt: 'asc' },
      where: { user: { email } },
    })
    const links = [turkish, english].map((subject) => linkIn(mails.get(subject)))
    expect(await Promise.all(links.map(attemptOf))).toEqual(attempts.map(({ id }) => id))
  })

  it('are resent for every pending registration, and earlier links stay valid', async () => {
    const email = fresh()
    await registered(email, [PASSWORD, `${PASSWORD} 2`])
    const before = linksIn()
    await resendVerification({ email }, ctx(60))
    await work(later(60))
    const [, , ...renewed] = linksIn()
    expect(renewed).toHaveLength(2)
    expect(new Set(await Promise.all(renewed.map(attemptOf)))).toEqual(
      new Set(await Promise.all(before.map(attemptOf))),
    )
    expect(await verifyEmail({ token: before[0]!, password: PASSWORD }, ctx(61))).toMatchObject({
      ok: true,
    })
  })

  it('are resent when the same password is registered again', async () => {
    const email = fresh()
    await registered(email, [PASSWORD])
    await registered(email, [PASSWORD], 60)
    const links = linksIn()
    expect(links).toHaveLength(2)
    expect(await attemptOf(links[0]!)).toBe(await attemptOf(links[1]!))
    expect(await verifyEmail({ token: links[1]! }, ctx(61))).toMatchObject({ ok: true })
  })

  it('are not sent for a registration that is no longer pending', async () => {
    const email = fresh()
    await register({ email, password: PASSWORD }, ctx())
    await db().user.updateMany({
      where: { email },
      data: { status: 'active', emailVerifiedAt: START },
    })
    await work(START)
    expect(queue.mails()).toEqual([])
  })

  it('are sent without a pending registration, with a link that requires a password', async () => {
    const { email } = await insertUser({ status: 'pending' })
    await resendVerification({ email }, ctx())
    await work(START)
    expect(await verifyEmail({ token: linksIn()[0]! }, ctx())).toMatchObject({
      code: 'password_required',
    })
    expect(await verifyEmail({ token: linksIn()[0]!, password: PASSWORD }, ctx())).toMatchObject({
      ok: true,
    })
  })
})

it('lets the owner confirm with an earlier link after an attacker has used up the mail budget', async () => {
  const email = fresh()
  const strangers = Array.from({ length: 10 }, (_, n) => `the password of a stranger ${n}`)
  await registered(email, strangers)
  for (let n = 0; n < 5; n++) await resendVerification({ email }, ctx(60 + n))
  await work(later(120))
  expect(queue.mails()).toHaveLength(5)
  await registered(email, [PASSWORD], 180)
  expect(queue.mails()).toHaveLength(5)
  for (const token of linksIn().slice(1))
    expect(await verifyEmail({ token }, ctx(200))).toMatchObject({ code: 'password_required' })
  const link = { token: linksIn()[0]!, password: PASSWORD }
  const lastMoment = testContext({ now: addSeconds(START, 86_399) })
  expect(await verifyEmail(link, lastMoment)).toMatchObject({ ok: true, user: { email } })
})

describe('after registration was closed for an address', () => {
  const closed = [
    ['invited', {}],
    ['domains', { AUTH_REGISTRATION_DOMAINS: 'example.com' }],
  ] as const
  const use = (mode: string, more = {}) => queue.configure({ AUTH_REGISTRATION: mode, ...more })
  afterEach(() => void queue.configure())

  it.each(closed)(
    'in mode %s, an unconfirmed registration gets no new link, with the same answer',
    async (mode, more) => {
      const [email, invited] = [fresh(), await insertUser({ status: 'pending' })]
      await registered(email, [PASSWORD])
      await db().user.update({ where: { id: invited.id }, data: { invitedAt: START } })
      const links = await db().emailToken.count()
      const sent = queue.mails().length
      use(mode, more)
      for (const ask of [resendVerification, forgotPassword]) {
        const unknown = await ask({ email: fresh() }, ctx(60))
        expect(await ask({ email }, ctx(60))).toEqual(unknown)
        await work(later(60))
      }
      expect(queue.mails()).toHaveLength(sent)
      expect(await db().emailToken.count()).toBe(links)
      // Whom an administrator invited still gets one.
      await forgotPassword({ email: invited.email }, ctx(90))
      await work(later(90))
      expect(queue.recipients().at(-1)).toBe(invited.email)
    },
  )

  it('an unconfirmed registration gets new links if its address may register', async () => {
    const email = fresh()
    await registered(email, [PASSWORD])
    use('domains', { AUTH_REGISTRATION_DOMAINS: 'example.org' })
    for (const ask of [resendVerification, forgotPassword]) await ask({ email }, ctx(60))
    await work(later(60))
    expect(queue.recipients()).toEqual([email, email, email])
  })
})
