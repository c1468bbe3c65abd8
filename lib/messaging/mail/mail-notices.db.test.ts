import { describe, expect, it } from 'vitest'
import { insertUser } from '@/tests/kit/insert-user'
import { START, useMailQueue } from '@/tests/kit/mail-queue'
import { useTestDatabase } from '@/tests/kit/test-database'

useTestDatabase()
const { mails, queue, work } = useMailQueue()

describe('a security notice', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

  it('addresses its reader by name, in their language, with time and origin', async () => {
    const user = await insertUser({ locale: 'tr', name: 'Ada' })
    const at = '2026-11-21T09:05:00.000Z'
    await queue({ mail: 'password_changed', userId: user.id, at, ip: '192.0.2.1', device: FIREFOX })
    await work()
    const { subject, text, html } = mails()[0]!.message
    expect(subject).toBe('Parolanız değiştirildi')
    expect(text).toContain('Merhaba Ada,')
    for (const part of [text, html?.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')])
      expect(part).toMatch(/21 Kas 2026 09:05 UTC[\s\S]*192\.0\.2\.1[\s\S]*Firefox, Linux/)
  })

  it('contains no text written by an attacker', async () => {
    const lure = 'https://evil.example\u0000\ud83d'
    const pending = await insertUser({ status: 'pending', name: `Visit ${'https://evil.example'}` })
    const notice = { at: START.toISOString(), ip: lure, device: lure }
    await queue({ mail: 'already_registered', userId: pending.id, ...notice })
    await queue({ mail: 'refresh_token_reused', userId: pending.id, ...notice })
    await work()
    expect(mails()).toHaveLength(2)
    expect(
      mails()
        .map(({ raw }) => raw)
        .join(),
    ).not.toContain('evil')
  })

  it.each([
    ['already_registered', 'active', 1],
    ['already_registered', 'deactivated', 0],
    ['password_changed', 'deactivated', 1],
    ['password_changed', 'deleted', 0],
    ['account_ready', 'active', 1],
    ['account_ready', 'pending', 0],
    ['account_ready', 'deactivated', 0],
    ['refresh_token_reused', 'active', 1],
    ['refresh_token_reused', 'deleted', 0],
  ] as const)(
    'of kind %s to an account that is %s sends %i emails',
    async (mail, status, count) => {
      const user = await insertUser({ status })
      await queue({ mail, userId: user.id, at: START.toISOString() })
      await work()
      expect(mails()).toHaveLength(count)
    },
  )

  it('is sent for every event, except "you already have an account"', async () => {
    const user = await insertUser()
    const about = { userId: user.id, at: START.toISOString() }
    for (const mail of [
      'password_changed',
      'password_changed',
      'already_registered',
      'already_registered',
    ] as const)
      await queue({ mail, ...about })
    await work()
    expect(
      mails()
        .map(({ message }) => message.subject)
        .sort(),
    ).toEqual([
      'You already have an account',
      'Your password was changed',
      'Your password was changed',
    ])
  })
})
