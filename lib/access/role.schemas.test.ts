import { describe, expect, it } from 'vitest'
import {
  askedPermission,
  changeRoleBody,
  createRoleBody,
  rolePermissionsBody,
} from '@/lib/access/role.schemas'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import { fieldErrorsOf } from '@/lib/platform/field-errors'

const faults = (
  result: ReturnType<typeof createRoleBody.safeParse | typeof rolePermissionsBody.safeParse>,
) =>
  result.success ? [] : fieldErrorsOf(result.error).map(({ pointer, code }) => `${pointer} ${code}`)
const named = (name: unknown) => faults(createRoleBody.safeParse({ name }, { reportInput: true }))

describe('a role name', () => {
  it.each(['Clerk', 'a', 'x'.repeat(64), '😀'.repeat(64), 'Bölge Müdürü', 'e\u0301'.repeat(64)])(
    'may be %j',
    (name) => {
      expect(named(name)).toEqual([])
    },
  )

  it('is trimmed and normalized to NFC', () => {
    expect(createRoleBody.parse({ name: '  e\u0301quipe\u00a0' }).name).toBe('équipe')
  })

  it.each([
    ['', 'too_short'],
    ['  \u3000', 'too_short'],
    ['x'.repeat(65), 'too_long'],
    ['😀'.repeat(65), 'too_long'],
    ['x'.repeat(100_000), 'too_long'],
    ['adm\u200bin', 'invalid_characters'],
    ['adm\u200din', 'invalid_characters'],
    ['adm\u00adin', 'invalid_characters'],
    ['adm\u2060in', 'invalid_characters'],
    ['\u3164', 'invalid_characters'],
    ['\u202enimda', 'invalid_characters'],
    ['a\nb', 'invalid_characters'],
    ['a\0b', 'invalid_characters'],
    ['a\ud800b', 'invalid_characters'],
    [7, 'invalid_type'],
    [['admin'], 'invalid_type'],
    [null, 'invalid_type'],
  ])('cannot be %j', (name, code) => {
    expect(named(name)).toContain(`/name ${code}`)
  })
})

describe('permissions in a body', () => {
  it.each([
    'USERS:LIST',
    'users:list ',
    ' users:list',
    'users:*',
    '*',
    'users',
    '',
    'users:list\0',
    '__proto__',
  ])('must be spelled like a name of the catalog or of an application: not %j', (name) => {
    expect(faults(rolePermissionsBody.safeParse({ permissions: ['users:read', name] }))).toEqual([
      '/permissions/1 not_supported',
    ])
  })

  it('can be all of the catalog', () => {
    expect(
      rolePermissionsBody.parse({ permissions: permissionCatalog.map(({ name }) => name) })
        .permissions,
    ).toHaveLength(permissionCatalog.length)
  })

  it.each([
    undefined,
    null,
    'users:list',
    { 0: 'users:list' },
    [['users:list']],
    [7],
    Array(1001).fill('users:list'),
  ])('must be a list of names: not %#', (permissions) => {
    expect(faults(rolePermissionsBody.safeParse({ permissions }))).not.toEqual([])
  })
})

it('refuses a body with unknown fields', () => {
  for (const extra of ['is_system', 'id', 'user_count', 'version', 'users'])
    expect(faults(createRoleBody.safeParse({ name: 'x', [extra]: true }))).toEqual([
      `/${extra} unknown_field`,
    ])
  expect(rolePermissionsBody.safeParse({ permissions: [], name: 'x' }).success).toBe(false)
  expect(changeRoleBody.safeParse({ is_system: false }).success).toBe(false)
})

it.each(['', 'x'.repeat(101), 'a\0b', 'a\ud800', 'a\nb'])(
  'refuses to look up the permission %j',
  (name) => {
    expect(askedPermission.safeParse(name).success).toBe(false)
  },
)
