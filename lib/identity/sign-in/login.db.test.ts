import bcrypt from 'bcryptjs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { argon2Queue } from '@/lib/identity/passwords/argon2-hash'
import { register } from '@/lib/identity/registration/register'
import { login } from '@/lib/identity/sign-in/login'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { makeRegistration } from '@/tests/kit/make-registration'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { sessionOf } from '@/tests/kit/sessions'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings({ AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000' })
  await syncCatalog(new Date())
})

const ctx = testContext
const codeOf = (result: Awaited<ReturnType<typeof login>>) => (result.ok ? 'ok' : result.code)
const attempt = async (email: string, password: string, overrides = {}) =>
  codeOf(await login({ email, password }, ctx(overrides)))
const sessionsOf = (userId: string) => db().sessionFamily.count({ where: { userId } })

describe('login', () => {
  it('creates a session and audits it', async () => {
    const { id, email } = await makeUser()
    const result = await login({ email, password: PASSWORD }, ctx())
    expect(result).toMatchObject({ ok: true, session: { user: { id, email, roles: ['user'] } } })
    expect(
      await db().auditRecord.count({ where: { actorId: id, action: 'session.created' } }),
    ).toBe(1)
  })

  it('responds the same to an incorrect password, an unknown address, a closed account and one without a password', async () => {
    const wrong = await makeUser()
    const external = await makeUser()
    await db().user.update({ where: { id: external.id }, data: { passwordHash: null } })
    const [gone, off] = [
      await makeUser({ status: 'deleted' }),
      await makeUser({ status: 'deactivated' }),
    ]
    const answers = await Promise.all([
      login({ email: wrong.email, password: 'not the password' }, ctx()),
      login({ email: 'nobody@example.org', password: PASSWORD }, ctx()),
      login({ email: gone.email, password: PASSWORD }, ctx()),
      login({ email: off.email, password: PASSWORD }, ctx()),
      login({ email: external.email, password: PASSWORD }, ctx()),
    ])
    for (const answer of answers) expect(answer).toEqual({ ok: false, code: 'invalid_credentials' })
    for (const user of [wrong, gone, off, external]) expect(await sessionsOf(user.id)).toBe(0)
    expect(
      await db().auditRecord.count({ where: { action: 'session.refused' } }),
    ).toBeGreaterThanOrEqual(5)
  })

  it('reveals that the address is not verified only after the correct password', async () => {
    const { id, email } = await makeUser({ status: 'pending' })
    expect(await attempt(email, 'not the password')).toBe('invalid_credentials')
    expect(await attempt(email, PASSWORD)).toBe('email_not_verified')
    expect(await sessionsOf(id)).toBe(0)
  })

  it('does so for the password of any pending registration, however many there are, with one hash', async () => {
    const { id, email } = await makeRegistration()
    const others = Array.from({ length: 8 }, (_, n) => `a quite long phrase ${n}`)
    for (const password of others) await register({ email, password }, ctx())
    const hashing = vi.spyOn(argon2Queue(), 'run')
    for (const password of [PASSWORD, ...others.slice(0, 7)])
      expect(await attempt(email, password)).toBe('email_not_verified')
    expect(hashing).toHaveBeenCalledTimes(8)
    // Eight are pending; the ninth was dropped.
    for (const password of [others[7]!, 'not the password'])
      expect(await attempt(email, password)).toBe('invalid_credentials')
    expect(await attempt('nobody-here@example.org', PASSWORD)).toBe('invalid_credentials')
    expect(hashing).toHaveBeenCalledTimes(11)
    expect(await sessionsOf(id)).toBe(0)
    hashing.mockRestore()
  })

  it('stops doing so after the registration has expired', async () => {
    const { email } = await makeRegistration()
    const now = addSeconds(new Date(), 8 * 86_400)
    expect(await attempt(email, PASSWORD, { now })).toBe('invalid_credentials')
  })

  it("doesn't reveal that someone else registered the address: the response stays the same", async () => {
    const { email } = await makeRegistration({ password: 'the password of a stranger' })
    const before = await login({ email, password: 'the password of a stranger' }, ctx())
    await register({ email, password: PASSWORD }, ctx())
    expect(await login({ email, password: 'the password of a stranger' }, ctx())).toEqual(before)
    expect(before).toEqual({ ok: false, code: 'email_not_verified' })
  })

  it("doesn't let someone who also registered the address reset the count of incorrect guesses", async () => {
    const { email } = await makeRegistration()
    await register({ email, password: 'the password of a stranger' }, ctx())
    for (let guess = 0; guess < 5; guess++) {
      expect(await attempt(email, `guess ${guess}`)).toBe('invalid_credentials')
      if (guess < 4)
        expect(await attempt(email, 'the password of a stranger')).toBe('email_not_verified')
    }
    expect(await attempt(email, PASSWORD)).toBe('account_locked')
  })

  it('accepts the password exactly as it was chosen, whatever its Unicode form', async () => {
    const { email } = await makeUser()
    expect(await attempt(email, ` ${PASSWORD}`)).toBe('invalid_credentials')
    expect(await attempt(email, PASSWORD.toUpperCase())).toBe('invalid_credentials')
    expect(await attempt(email, PASSWORD)).toBe('ok')
  })

  it('locks at the limit, even for the correct password, and unlocks after the lockout', async () => {
    const { email } = await makeUser()
    const start = new Date()
    for (let i = 0; i < 5; i++)
      expect(await attempt(email, 'wrong', { now: start })).toBe('invalid_credentials')
    expect(await attempt(email, PASSWORD, { now: addSeconds(start, 1) })).toBe('account_locked')
    expect(await attempt(email, PASSWORD, { now: addSeconds(start, 901) })).toBe('ok')
  })

  it('locks an address that does not exist just the same', async () => {
    for (let i = 0; i < 5; i++)
      expect(await attempt('ghost@example.org', 'wrong')).toBe('invalid_credentials')
    const locked = await login({ email: 'ghost@example.org', password: 'wrong' }, ctx())
    expect(locked).toMatchObject({ code: 'account_locked', retryAfterSeconds: expect.any(Number) })
  })

  it('admits a known device while strangers have locked the account', async () => {
    const { email } = await makeUser()
    const first = await login({ email, password: PASSWORD }, ctx())
    const deviceToken = sessionOf(first).deviceToken
    for (let i = 0; i < 6; i++) await attempt(email, 'wrong', { ip: '203.0.113.9' })
    expect(await attempt(email, PASSWORD, { ip: '203.0.113.9' })).toBe('account_locked')
    const again = await login(
      { email, password: PASSWORD },
      ctx({ deviceToken, ip: '203.0.113.9' }),
    )
    expect(again).toMatchObject({ ok: true, session: { deviceToken } })
  })

  it('gives a device with an unproven token a new one', async () => {
    const [a, b] = [await makeUser(), await makeUser()]
    const first = await login({ email: a.email, password: PASSWORD }, ctx())
    const planted = sessionOf(first).deviceToken
    const second = await login(
      { email: b.email, password: PASSWORD },
      ctx({ deviceToken: planted }),
    )
    expect(sessionOf(second).deviceToken).not.toBe(planted)
  })

  it('upgrades an older hash with the correct password and not with an incorrect one', async () => {
    const { id, email } = await makeUser()
    const old = await bcrypt.hash(PASSWORD, 4)
    await db().user.update({ where: { id }, data: { passwordHash: old } })
    expect(await attempt(email, 'wrong')).toBe('invalid_credentials')
    expect((await db().user.findUniqueOrThrow({ where: { id } })).passwordHash).toBe(old)
    expect(await attempt(email, PASSWORD)).toBe('ok')
    expect((await db().user.findUniqueOrThrow({ where: { id } })).passwordHash).toMatch(
      /^\$argon2id\$/,
    )
    expect(await attempt(email, PASSWORD)).toBe('ok')
  })

  it('signs in although there is no room to upgrade an older hash, and upgrades it next time', async () => {
    const { id, email } = await makeUser()
    const old = await bcrypt.hash(PASSWORD, 4)
    await db().user.update({ where: { id }, data: { passwordHash: old } })
    const hash = async () => (await db().user.findUniqueOrThrow({ where: { id } })).passwordHash
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    // More than run at once.
    const others = Promise.allSettled(
      Array.from({ length: 8 }, () => argon2Queue().run(() => ended)),
    )
    expect(await attempt(email, PASSWORD)).toBe('ok')
    expect(await hash()).toBe(old)
    end()
    await others
    expect(await attempt(email, PASSWORD)).toBe('ok')
    expect(await hash()).not.toBe(old)
  })
})
