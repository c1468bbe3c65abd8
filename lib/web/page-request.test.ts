import { expect, test } from 'vitest'
import { ownPagePath } from '@/lib/web/page-request'

test.each([
  ['/auth/login?next=%2Fdashboard', '/auth/login?next=%2Fdashboard'],
  ['/auth/reset-password?token=abc', '/auth/reset-password?token=abc'],
  ['/dashboard/account', '/dashboard/account'],
  ['/docs/errors/not_found', '/docs/errors/not_found'],
  ['/', '/'],
])('accepts %s as our own page', (path, own) => expect(ownPagePath(path)).toBe(own))

test.each([
  'https://evil.example/auth/login',
  '//evil.example/auth/login',
  '/\\evil.example/auth/login',
  '\t//evil.example/auth/login',
  'javascript:alert(1)',
  '/auth/renew',
  '/api/v1/me',
  '/no/such/page',
  '/auth/login/',
  `/docs?${'x'.repeat(3000)}`,
  '',
  null,
  7,
])('rejects %j', (path) => expect(ownPagePath(path)).toBeNull())
