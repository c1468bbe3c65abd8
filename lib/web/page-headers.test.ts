import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, pageHeaders } from '@/lib/web/page-headers'

describe('the policy of a page', () => {
  const policy = contentSecurityPolicy('abc', { development: false })

  it('lets only scripts with its nonce run, and nothing inline or evaluated', () => {
    expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
  })

  it.each([
    "default-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ])('says %s', (directive) => {
    expect(policy.split('; ')).toContain(directive)
  })

  it('gives way only to the tools of development', () => {
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

  it('keep it out of every cache, and an authenticated one out of shared ones by name', () => {
    expect(headersOf({})['cache-control']).toBe('no-store')
    expect(headersOf({ authenticated: true })['cache-control']).toBe('private, no-store')
  })

  it('name the language it is written in', () => {
    expect(headersOf({})['content-language']).toBe('tr')
  })

  it('let no Referer leak a secret in the address', () => {
    expect(headersOf({ secretInAddress: true })['referrer-policy']).toBe('no-referrer')
    expect(headersOf({})['referrer-policy']).toBeUndefined()
  })
})
