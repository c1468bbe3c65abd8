import { describe, expect, it } from 'vitest'
import {
  draftAddress,
  draftFaults,
  draftField,
  readRoleDraft,
  type RoleDraft,
  savedFields,
} from '@/app/dashboard/rbac/roles/role-draft'
import { MAX_OF_APPLICATIONS } from '@/lib/access/permission.schemas'
import { permissionCatalog } from '@/lib/config/permission-catalog'

const draft: RoleDraft = {
  name: 'Clerk & Söhne #1',
  description: 'Sees people?',
  permissions: ['users:list', 'users:email:change:any', 'crm:contacts:export'],
  fields: [
    ['permissions', 'users:list'],
    ['permissions', 'users:email:change:any'],
    ['own', '17'],
  ],
  dropRetired: false,
  version: 7,
}
const own = [
  { name: 'crm:contacts:export', number: 17 },
  { name: 'crm:contacts:read', number: 4 },
]
/** The query of an address, as Next passes it. */
const queryOf = (address: string) => {
  const { searchParams } = new URL(address, 'http://own.invalid')
  const names = [...new Set(searchParams.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = searchParams.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

describe('a role draft', () => {
  it('reads back unchanged from its address', () => {
    for (const step of ['edit', 'review'] as const)
      for (const one of [draft, { ...draft, permissions: [], fields: [], dropRetired: true }])
        expect(readRoleDraft(queryOf(draftAddress('id', one, step)), own)).toEqual({
          draft: one,
          review: step === 'review',
        })
  })

  it('is saved with the fields of the API alone', () => {
    const names = savedFields({ ...draft, dropRetired: true }).map(([name]) => name)
    expect([...new Set(names)]).toEqual(['name', 'description', 'permissions', 'version'])
  })

  it.each(['', '0', '-1', '1e3', '1.5', 'x', '99999999999'])(
    'is null without a valid version (%j)',
    (version) => {
      expect(readRoleDraft({ version, name: 'x', permissions: 'users:list' }, own)).toBeNull()
    },
  )

  it('is null without a list of permissions, which would remove all of them', () => {
    const earlier = { version: '7', name: 'x', may_users_list: 'on', step: 'review' }
    expect(readRoleDraft(earlier, own)).toBeNull()
    expect(readRoleDraft({ ...earlier, permissions: '' }, own)?.draft.permissions).toEqual([])
  })

  it('has no permission that does not exist', () => {
    const query = { version: '7', permissions: ['users:list', 'all', '17'], own: ['5', '4', 'x'] }
    expect(readRoleDraft(query, own)?.draft.permissions).toEqual([
      'users:list',
      'crm:contacts:read',
    ])
  })

  it('of as many permissions as there can be fits into an address', () => {
    const many = Array.from({ length: MAX_OF_APPLICATIONS }, (_, i) => ({
      name: `crm:${'x'.repeat(40)}:${i}`,
      number: 10_000 + i,
    }))
    const fields = [...permissionCatalog.map(({ name }) => ({ name })), ...many].map(draftField)
    const address = draftAddress('id', { ...draft, fields }, 'review')
    // Beside cookies and other headers, which share the 16 kB.
    expect(address.length).toBeLessThan(12_000)
    const read = readRoleDraft(queryOf(address), many)!.draft.permissions
    expect(read).toHaveLength(permissionCatalog.length + MAX_OF_APPLICATIONS)
  })

  it('reports errors in its name and description', () => {
    expect(draftFaults(draft)).toEqual({})
    expect(draftFaults({ ...draft, name: ' ', description: 'a\u202Eb' })).toEqual({
      name: 'too_short',
      description: 'invalid_characters',
    })
    expect(draftFaults({ ...draft, name: 'x'.repeat(65) })).toEqual({ name: 'too_long' })
  })
})
