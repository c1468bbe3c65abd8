import { beforeAll, describe, expect, it } from 'vitest'
import { loadSettings } from '@/lib/config/settings'
import {
  clearedOneTimeSetCookie,
  type OneTimeContent,
  oneTimeSetCookie,
  readOneTimeCookie,
} from '@/lib/web/one-time-cookie'

beforeAll(() => void loadSettings({ PORT: '3000' }))

const NOW = new Date('2026-11-21T10:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const ada = { userId: '019a0000-0000-7000-8000-000000000001', sessionId: 's-1' }
const codes: OneTimeContent = {
  kind: 'recovery_codes',
  codes: ['abcd-efgh', 'jkmn-pqrs'],
  why: 'enabled',
}

const cookie = () => oneTimeSetCookie(codes, ada, NOW).split(';', 1)[0]!

describe('the one-time cookie', () => {
  it('can be read by the session that it is for', () => {
    expect(readOneTimeCookie(`theme=dark; ${cookie()}`, ada, NOW)).toEqual(codes)
  })

  it('is encrypted and hidden from script', () => {
    const value = cookie().split('=')[1]!
    expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain('abcd')
    expect(oneTimeSetCookie(codes, ada, NOW)).toMatch(/; Max-Age=600; HttpOnly; SameSite=Lax$/)
    expect(cookie()).not.toBe(cookie())
  })

  it.each([
    ['another session of the account', { ...ada, sessionId: 's-2' }],
    ['another account', { ...ada, userId: '019a0000-0000-7000-8000-000000000002' }],
  ])('cannot be read by %s', (_, by) => {
    expect(readOneTimeCookie(cookie(), by, NOW)).toBeNull()
  })

  it('expires after 10 minutes, even if the browser keeps it', () => {
    expect(readOneTimeCookie(cookie(), ada, later(599))).toEqual(codes)
    expect(readOneTimeCookie(cookie(), ada, later(600))).toBeNull()
  })

  it.each(['once=', 'once=AAAA', 'once=e30', `once=${'A'.repeat(900)}`, '', 'once=x; once=y'])(
    'is ignored when forged: %j',
    (header) => {
      expect(readOneTimeCookie(header, ada, NOW)).toBeNull()
    },
  )

  it('is ignored when a byte was changed', () => {
    const [name, value] = cookie().split('=') as [string, string]
    const bytes = Buffer.from(value, 'base64url')
    bytes[bytes.length - 1]! ^= 1
    expect(readOneTimeCookie(`${name}=${bytes.toString('base64url')}`, ada, NOW)).toBeNull()
  })

  it('can be cleared', () => {
    expect(clearedOneTimeSetCookie()).toBe('once=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
  })
})
