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

  it('keeps the short fields of a form with one long text, and the text where it fits', () => {
    const values = (length: number) => ({ name: 'Ada', message: 'x'.repeat(length) })
    const sent = (length: number) =>
      decodeFlash(encodeFlash({ code: 'validation_failed', values: values(length), errors: [] }))
    expect(sent(1200)?.values).toEqual(values(1200))
    expect(sent(4000)).toEqual({ code: 'validation_failed', values: { name: 'Ada' }, errors: [] })
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
