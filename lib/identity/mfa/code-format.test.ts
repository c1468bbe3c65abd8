import { describe, expect, it } from 'vitest'
import { newRecoveryCodes, parseCode } from '@/lib/identity/mfa/code-format'

describe('a code as typed', () => {
  it.each(['123456', ' 123456', '123 456', '123-456', '\t123456\n', '1 2 3 4 5 6'])(
    'accepts %j as 123456',
    (text) => {
      expect(parseCode(text)).toEqual({ kind: 'totp', digits: '123456' })
    },
  )

  it.each([
    '0123456',
    '12345',
    '１２３４５６',
    '12345６',
    '+12345',
    '1e5',
    '123456;',
    '123\u00a0456',
    '٠١٢٣٤٥',
  ])("doesn't accept %j as an authenticator code", (text) => {
    expect(parseCode(text)).toEqual({ kind: 'malformed' })
  })
})

describe('recovery codes', () => {
  const { codes, hashes } = newRecoveryCodes()

  it('are ten different ones of 24 characters without lookalikes', () => {
    expect(new Set(codes).size).toBe(10)
    for (const code of codes)
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/)
  })

  it('are accepted with or without hyphens, in any case, with lookalikes', () => {
    const code = codes[0]!
    const spellings = [
      code,
      code.replaceAll('-', ''),
      code.toUpperCase(),
      ` ${code.replaceAll('-', ' ')} `,
      code.replaceAll('0', 'O').replaceAll('1', 'l'),
    ]
    for (const text of spellings)
      expect(parseCode(text)).toEqual({ kind: 'recovery_code', hash: hashes[0] })
  })

  it('are not accepted with another length or alphabet', () => {
    const code = codes[0]!
    for (const text of [code.slice(1), `${code}0`, `${code.slice(1)}u`, `${code.slice(1)}ß`])
      expect(parseCode(text)).toEqual({ kind: 'malformed' })
  })
})
