import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, pageHeaders } from '@/lib/web/page-headers'

describe('the CSP of a page', () => {
  const policy = contentSecurityPolicy('abc', { development: false })

  it('runs only scripts with its nonce, and none inline or through eval', () => {
    expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
  })

  it.each([
    "default-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])('contains %s', (directive) => {
    expect(policy.split('; ')).toContain(directive)
  })

  it('allows eval only in development', () => {
    expect(contentSecurityPolicy('abc', { development: true })).toContain("'unsafe-eval'")
  })
})

describe('the headers of a page', () => {
  const headersOf = (page: { secretInAddress?: boolean; authenticated?: boolean }) =>
    Object.fromEntries(
      pageHeaders({
        nonce: 'n',
        locale: 'tr',
        secretInAddress: false,
        authenticated: false,
        widget: null,
        ...page,
      }),
    )

  it('forbid all caching, and mark an authenticated page as private', () => {
    expect(headersOf({})['cache-control']).toBe('no-store')
    expect(headersOf({ authenticated: true })['cache-control']).toBe('private, no-store')
  })

  it('state the language of the page', () => {
    expect(headersOf({})['content-language']).toBe('tr')
  })

  it('let no Referer leak a secret in the address', () => {
    expect(headersOf({ secretInAddress: true })['referrer-policy']).toBe('no-referrer')
    expect(headersOf({})['referrer-policy']).toBeUndefined()
  })
})
