import { describe, expect, it } from 'vitest'
import { affectsPage } from '@/components/live/live-topics'

const ANN = '019aa9f2-0000-7000-8000-000000000001'
const BOB = '019aa9f2-0000-7000-8000-000000000002'

describe('an open page is refreshed', () => {
  it.each([
    ['users', '/dashboard/users'],
    [`users/${ANN}`, '/dashboard/users'],
    ['users', `/dashboard/users/${ANN}`],
    [`users/${ANN}`, `/dashboard/users/${ANN}`],
    [`user-sessions/${ANN}`, `/dashboard/users/${ANN}`],
    ['roles', '/dashboard/rbac/roles'],
    [`roles/${ANN}`, `/dashboard/rbac/roles`],
    ['roles', `/dashboard/rbac/roles/${ANN}`],
    ['roles', '/dashboard/rbac/explorer'],
    ['sessions', '/dashboard/account/sessions'],
    ['contacts', '/dashboard/contacts'],
    ['inbox', '/dashboard/inbox'],
    [`notifications/${ANN}`, '/dashboard/notifications'],
    [`notifications/${ANN}`, `/dashboard/notifications/${ANN}`],
    ['*', '/dashboard/users'],
    ['*', '/dashboard'],
  ])('when %s changed and it is %s', (target, path) => expect(affectsPage(target, path)).toBe(true))
})

describe('an open page is not refreshed', () => {
  it.each([
    [`users/${BOB}`, `/dashboard/users/${ANN}`],
    [`user-sessions/${ANN}`, '/dashboard/users'],
    [`user-sessions/${BOB}`, `/dashboard/users/${ANN}`],
    ['users', '/dashboard/users/invite'],
    ['users', '/dashboard/users/import'],
    ['users', '/dashboard/contacts'],
    ['roles', '/dashboard/rbac/roles/new'],
    ['sessions', '/dashboard/account/security'],
    ['permissions', '/dashboard/rbac/permissions'],
    ['use', '/dashboard/users'],
  ])('when %s changed and it is %s', (target, path) =>
    expect(affectsPage(target, path)).toBe(false),
  )
})
