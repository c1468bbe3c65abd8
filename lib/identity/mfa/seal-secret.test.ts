import { beforeEach, describe, expect, it } from 'vitest'
import { openSecret, type SealedFor, sealSecret } from '@/lib/identity/mfa/seal-secret'
import { useSettings } from '@/tests/kit/test-settings'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const OF: SealedFor = { userId: 'user-a', purpose: 'mfa_factor' }
const SECRET = Buffer.from('12345678901234567890')

beforeEach(() => void useSettings())

describe('a sealed secret', () => {
  it('opens only for its owner and purpose', () => {
    const sealed = sealSecret(SECRET, OF)
    expect(openSecret(sealed, OF)).toEqual({ secret: SECRET, outdated: false })
    expect(() => openSecret(sealed, { ...OF, userId: 'user-b' })).toThrow()
    expect(() => openSecret(sealed, { ...OF, purpose: 'mfa_enrolment' })).toThrow()
  })

  it("never looks the same twice and doesn't reveal its content", () => {
    const [a, b] = [sealSecret(SECRET, OF), sealSecret(SECRET, OF)]
    expect(a.equals(b)).toBe(false)
    expect(a.includes(SECRET)).toBe(false)
    expect(a.subarray(5, 17).equals(b.subarray(5, 17))).toBe(false)
  })

  it("doesn't open with any one byte changed, truncated or extended", () => {
    const sealed = sealSecret(SECRET, OF)
    for (let i = 0; i < sealed.length; i++) {
      const broken = Buffer.from(sealed)
      broken[i]! ^= 1
      expect(() => openSecret(broken, OF)).toThrow()
    }
    expect(() => openSecret(sealed.subarray(0, -1), OF)).toThrow()
    expect(() => openSecret(Buffer.concat([sealed, Buffer.of(0)]), OF)).toThrow()
    expect(() => openSecret(Buffer.alloc(0), OF)).toThrow()
  })

  it('opens under a previous key and reports that it should be sealed again', () => {
    const old = sealSecret(SECRET, OF)
    useSettings({
      AUTH_MFA_ENCRYPTION_KEY: key(9),
      AUTH_MFA_PREVIOUS_ENCRYPTION_KEYS: `${key(8)},${key(7)}`,
    })
    expect(openSecret(old, OF)).toEqual({ secret: SECRET, outdated: true })
    expect(openSecret(sealSecret(SECRET, OF), OF).outdated).toBe(false)
    useSettings({ AUTH_MFA_ENCRYPTION_KEY: key(9) })
    expect(() => openSecret(old, OF)).toThrow('not configured')
  })
})
