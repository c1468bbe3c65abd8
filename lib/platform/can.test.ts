import { expect, it } from 'vitest'
import { permissionCatalog, type PermissionName } from '@/lib/config/permission-catalog'
import { can } from '@/lib/platform/request-context'

it('grants exactly the permission that the principal has', () => {
  const permissions = new Set(['users:list'])
  const allowed = permissionCatalog
    .map(({ name }) => name)
    .filter((name) => can({ permissions }, name))
  expect(allowed).toEqual(['users:list'])
})

it.each(['*', 'users:*', 'USERS:LIST', 'users:list ', 'users', 'admin', '__proto__'])(
  'grants nothing to a principal with %j',
  (held) => {
    const permissions = new Set([held])
    expect(permissionCatalog.some(({ name }) => can({ permissions }, name))).toBe(false)
  },
)

it.each(['users:*', 'USERS:LIST', 'users:list '])('does not grant %j', (asked) => {
  expect(can({ permissions: new Set(['users:list']) }, asked as PermissionName)).toBe(false)
})
