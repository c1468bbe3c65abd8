import { describe, expect, it } from 'vitest'
import { loginPath, nextPathOrHome, safeNextPath } from '@/lib/web/safe-redirect'

describe('a next target', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/dashboard/account?tab=1', '/dashboard/account?tab=1'],
    ['/docs/errors/not_found#x', '/docs/errors/not_found'],
    ['/dashboard?back=%2F%2Fevil.example', '/dashboard?back=%2F%2Fevil.example'],
    ['/dashboard/../dashboard/account', '/dashboard/account'],
  ])('inside the service is accepted: %s', (next, expected) => {
    expect(safeNextPath(next)).toBe(expected)
  })

  it.each([
    'https://evil.example',
    'HTTPS://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\u0000//evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2f/evil.example',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/dashboard/%0d%0aset-cookie:x=1',
    '/dashboard\r\nlocation: https://evil.example',
    '/%zz',
    '/dashboard/%252f%zz',
    'javascript:alert(1)',
    'data:text/html,x',
    'dashboard',
    '@evil.example',
    '.evil.example',
    'http:evil.example',
    'http://own.invalid/x',
    '/\u2028/evil',
    '/\u200b/evil',
    '/auth/login',
    '/auth/logout',
    '/AUTH/login',
    '/auth',
    '/dashboard/../auth/logout',
    '/api/v1/me',
    '/_next/image?url=x',
    `/${'a'.repeat(600)}`,
    '',
  ])('that leads elsewhere is rejected: %j', (next) => {
    expect(safeNextPath(next)).toBeNull()
    expect(nextPathOrHome(next)).toBe('/dashboard')
  })

  it.each([null, undefined, 7, ['/dashboard'], { toString: () => '/dashboard' }])(
    'that is not text is rejected: %j',
    (next) => {
      expect(safeNextPath(next)).toBeNull()
    },
  )

  it('is kept by the sign-in page, unless it is unsafe or the default', () => {
    expect(loginPath('/dashboard/account?x=1')).toBe(
      '/auth/login?next=%2Fdashboard%2Faccount%3Fx%3D1',
    )
    expect(loginPath('/dashboard')).toBe('/auth/login')
    expect(loginPath('//evil.example')).toBe('/auth/login')
    expect(loginPath('/dashboard/account', 'mfa_challenge_expired')).toBe(
      '/auth/login?error=mfa_challenge_expired&next=%2Fdashboard%2Faccount',
    )
  })
})
