import { describe, expect, it } from 'vitest'
import { decodeFlash, encodeFlash } from '@/lib/web/flash'

describe('flash', () => {
  it('arrives as it was sent', () => {
    const flash = {
      form: 'revoke',
      code: 'validation_failed' as const,
      errors: [{ pointer: '/email', code: 'invalid_email', detail: 'Gültig?' }],
      values: { email: 'ö@example.com' },
    }
    expect(decodeFlash(encodeFlash(flash))).toEqual(flash)
  })

  it('never takes more than 2 kB, and gives up the typed values before the code', () => {
    const values = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`field${n}`, 'x'.repeat(500)]))
    const encoded = encodeFlash({ code: 'validation_failed', values, errors: [] })
    expect(encoded.length).toBeLessThanOrEqual(2048)
    expect(decodeFlash(encoded)).toEqual({ code: 'validation_failed', errors: [] })
  })

  it.each([
    ['nothing', ''],
    ['not base64url', '%ZZ{}'],
    ['not JSON', Buffer.from('{').toString('base64url')],
    ['an unknown code', Buffer.from('{"code":"you_won"}').toString('base64url')],
    ['markup as a notice', Buffer.from('{"notice":"<b>hi</b>"}').toString('base64url')],
    ['an array', Buffer.from('[]').toString('base64url')],
    ['too much', 'A'.repeat(5000)],
  ])('reads a forged cookie (%s) as none', (_, value) => {
    expect(decodeFlash(value)).toBeNull()
  })
})
