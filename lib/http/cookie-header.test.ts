import { describe, expect, it } from 'vitest'
import { parseCookieHeader, replaceInCookieHeader } from '@/lib/http/cookie-header'

describe('reading cookies', () => {
  it('reads names and values as sent', () => {
    expect([...parseCookieHeader('a=1; b=x.y-z==; c=')]).toEqual([
      ['a', '1'],
      ['b', 'x.y-z=='],
      ['c', ''],
    ])
  })

  it.each(['%ZZ', 'a=%ZZ; b', '=x', 'a b=c', 'a="q"', ';;;', 'a=ü', `a=${'\u0000'}`])(
    'does not throw on %j',
    (header) => {
      expect(() => parseCookieHeader(header)).not.toThrow()
    },
  )

  it('treats a malformed percent sign as a literal character', () => {
    expect([...parseCookieHeader('a=%ZZ; b=1')]).toEqual([
      ['a', '%ZZ'],
      ['b', '1'],
    ])
  })

  it('ignores both of two cookies with the same name, so that a planted duplicate cannot win', () => {
    const cookies = parseCookieHeader('access=evil; x=1; access=real')
    expect(cookies.has('access')).toBe(false)
    expect(cookies.get('x')).toBe('1')
  })

  it('reads 200 cookies and a missing header', () => {
    expect(parseCookieHeader(Array.from({ length: 200 }, (_, n) => `c${n}=v`).join(';')).size).toBe(
      200,
    )
    expect(parseCookieHeader(null).size).toBe(0)
  })
})

describe('rewriting the Cookie header', () => {
  it('replaces all old values with one new value and keeps other cookies', () => {
    const header = 'theme=dark; access=old; other="odd"; access=older'
    expect(replaceInCookieHeader(header, { access: 'new', refresh: 'r' })).toBe(
      'theme=dark; other="odd"; access=new; refresh=r',
    )
  })

  it('removes a cookie', () => {
    expect(replaceInCookieHeader('a=1; b=2', { a: null })).toBe('b=2')
    expect(replaceInCookieHeader(null, { a: null })).toBe('')
  })
})
