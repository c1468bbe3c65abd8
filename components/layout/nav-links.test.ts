import { expect, it } from 'vitest'
import { findCurrentPath } from '@/components/layout/nav-links'

const places = [
  '/dashboard',
  '/dashboard/account',
  '/dashboard/account/sessions',
  '/dashboard/users',
]

it.each([
  ['/dashboard', '/dashboard'],
  ['/dashboard/account', '/dashboard/account'],
  ['/dashboard/account/sessions', '/dashboard/account/sessions'],
  ['/dashboard/users/invite', '/dashboard/users'],
  ['/dashboard/users/1/edit', '/dashboard/users'],
  ['/dashboard/users-of-old', null],
  ['/dashboard/audit', null],
  ['/', null],
])('%s belongs to %s', (path, place) => {
  expect(findCurrentPath(path, places)).toBe(place)
})
