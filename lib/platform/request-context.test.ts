import { expect, it } from 'vitest'
import { permissionCatalog, type PermissionName } from '@/lib/config/permission-catalog'
import { type Actor, can, isOperator, OPERATOR } from '@/lib/platform/request-context'

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

it('takes nothing that only looks like the operator for the operator', () => {
  expect(isOperator(OPERATOR)).toBe(true)
  expect(isOperator({ ...OPERATOR })).toBe(false)
  expect(isOperator(JSON.parse(JSON.stringify(OPERATOR)) as Actor)).toBe(false)
})
