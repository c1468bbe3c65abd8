import { describe, expect, it } from 'vitest'
import { totpCode, totpStep, verifyTotp } from '@/lib/identity/mfa/totp'

const KEY = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)
const NEVER = -1

describe('the vectors of RFC 6238, Appendix B (SHA-1, last six digits)', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at %i s: %s', (seconds, code) => {
    expect(totpCode(KEY, totpStep(at(seconds)))).toBe(code)
    expect(verifyTotp(KEY, code, { now: at(seconds), lastStep: NEVER })).toEqual({
      step: Math.floor(seconds / 30),
    })
  })
})

it('the vectors of RFC 4226, Appendix D', () => {
  const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
  expect(codes.map((_, step) => totpCode(KEY, step))).toEqual(codes)
})

describe('clock drift', () => {
  const now = at(1111111111)
  const present = totpStep(now)
  it.each([
    [-2, 'wrong'],
    [-1, { step: present - 1 }],
    [0, { step: present }],
    [1, { step: present + 1 }],
    [2, 'wrong'],
  ])('of %i steps', (drift, expected) => {
    expect(verifyTotp(KEY, totpCode(KEY, present + drift), { now, lastStep: NEVER })).toEqual(
      expected,
    )
  })

  it('is counted from the edges of a step, in whole seconds of server time', () => {
    const code = totpCode(KEY, 100)
    expect(verifyTotp(KEY, code, { now: at(2970), lastStep: NEVER })).toEqual({ step: 100 })
    expect(verifyTotp(KEY, code, { now: new Date(2969_999), lastStep: NEVER })).toBe('wrong')
    expect(verifyTotp(KEY, code, { now: new Date(3059_999), lastStep: NEVER })).toEqual({
      step: 100,
    })
    expect(verifyTotp(KEY, code, { now: at(3060), lastStep: NEVER })).toBe('wrong')
  })
})

it('a used step, and every one before it, is genuine but spent', () => {
  const now = at(3000)
  expect(verifyTotp(KEY, totpCode(KEY, 100), { now, lastStep: 100 })).toBe('used')
  expect(verifyTotp(KEY, totpCode(KEY, 99), { now, lastStep: 100 })).toBe('used')
  expect(verifyTotp(KEY, totpCode(KEY, 101), { now, lastStep: 100 })).toEqual({ step: 101 })
})

it('compares text: only a length of six passes, and nothing is parsed as a number', () => {
  const now = at(1234567890)
  for (const code of ['5924', '05924', '0005924', '', '005924 ', '００５９２４', '5924e0'])
    expect(verifyTotp(KEY, code, { now, lastStep: NEVER })).toBe('wrong')
})
