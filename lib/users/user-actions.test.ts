import { expect, it } from 'vitest'
import type { PermissionName } from '@/lib/config/permission-catalog'
import type { UserStatus } from '@/lib/platform/user-statuses'
import { availableUserActions } from '@/lib/users/user-actions'

const offered = (status: UserStatus, ...permissions: PermissionName[]) =>
  availableUserActions(
    { userId: 'me', permissions: new Set(permissions) },
    { id: 'them', kind: 'person', status },
  )
const ALL: PermissionName[] = ['users:activate', 'users:delete', 'users:restore']

it.each<[UserStatus, string[]]>([
  ['pending', ['activate', 'deactivate', 'delete']],
  ['active', ['deactivate', 'end_sessions', 'delete']],
  ['deactivated', ['activate', 'delete']],
  ['deleted', ['restore']],
])('%s: offers the actions that would change something', (status, acts) => {
  expect(offered(status, ...ALL)).toEqual(acts)
})

it('offers no end of sessions for a service account, which has none', () => {
  const viewer = { userId: 'me', permissions: new Set(ALL) }
  const account = { id: 'them', kind: 'service', status: 'active' } as const
  expect(availableUserActions(viewer, account)).toEqual(['deactivate', 'delete'])
})

it('offers no actions without the permission', () => {
  expect(offered('active', 'users:delete')).toEqual(['delete'])
  expect(offered('active', 'users:restore', 'users:list')).toEqual([])
  expect(offered('deleted', 'users:activate', 'users:delete')).toEqual([])
})

it('offers no actions on the own account', () => {
  const me = { id: 'me', kind: 'person', status: 'active' } as const
  expect(availableUserActions({ userId: 'me', permissions: new Set(ALL) }, me)).toEqual([])
})
