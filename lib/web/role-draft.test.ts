import { describe, expect, it } from 'vitest'
import { permissionCatalog } from '@/lib/config/permission-catalog'
import {
  chosenPermissions,
  draftAddress,
  draftFaults,
  gatherPermissions,
  permissionField,
  readRoleDraft,
  type RoleDraft,
} from '@/lib/web/role-draft'

const draft: RoleDraft = {
  name: 'Clerk & Söhne #1',
  description: 'Sees people?',
  permissions: ['users:list', 'users:email:change:any'],
  dropRetired: false,
  version: 7,
}
const from = (address: string) => {
  const { searchParams } = new URL(address, 'http://own.invalid')
  return (name: string) => searchParams.get(name) || null
}

describe('a role draft', () => {
  it('reads back unchanged from its address', () => {
    for (const step of ['edit', 'review'] as const)
      for (const one of [draft, { ...draft, permissions: [], dropRetired: true }])
        expect(readRoleDraft(from(draftAddress('id', one, step)))).toEqual({
          draft: one,
          review: step === 'review',
        })
  })

  it.each(['', '0', '-1', '1e3', '1.5', 'x', '99999999999'])(
    'is null without a valid version (%j)',
    (version) => {
      expect(readRoleDraft((name) => (name === 'version' ? version : 'x'))).toBeNull()
    },
  )

  it('reports errors in its name and description', () => {
    expect(draftFaults(draft)).toEqual({})
    expect(draftFaults({ ...draft, name: ' ', description: 'a\u202Eb' })).toEqual({
      name: 'too_short',
      description: 'invalid_characters',
    })
    expect(draftFaults({ ...draft, name: 'x'.repeat(65) })).toEqual({ name: 'too_long' })
  })
})

describe('the permission checkboxes', () => {
  it('have unique names that are valid field names', () => {
    const fields = permissionCatalog.map(({ name }) => permissionField(name))
    expect(new Set(fields).size).toBe(fields.length)
    for (const field of fields) expect(field).toMatch(/^[a-z][a-z0-9_]{0,63}$/)
  })

  it('are gathered, and unknown ones are left for the schema to refuse', () => {
    expect(
      gatherPermissions({ name: 'x', may_users_list: 'on', may_rbac_manage: 'off', may_all: 'on' }),
    ).toEqual({ name: 'x', may_all: 'on', permissions: ['users:list'] })
    expect(chosenPermissions(() => null)).toEqual([])
  })
})
