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
  permissions: ['users:list', 'users:email:change:any', 'crm:contacts:export'],
  boxes: ['may_users_list', 'may_users_email_change_any', 'own_17'],
  dropRetired: false,
  version: 7,
}
const own = [
  { name: 'crm:contacts:export', number: 17 },
  { name: 'crm:contacts:read', number: 4 },
]
const from = (address: string) => {
  const { searchParams } = new URL(address, 'http://own.invalid')
  return (name: string) => searchParams.get(name) || null
}

describe('a role draft', () => {
  it('reads back unchanged from its address', () => {
    for (const step of ['edit', 'review'] as const)
      for (const one of [draft, { ...draft, permissions: [], boxes: [], dropRetired: true }])
        expect(readRoleDraft(from(draftAddress('id', one, step)), own)).toEqual({
          draft: one,
          review: step === 'review',
        })
  })

  it.each(['', '0', '-1', '1e3', '1.5', 'x', '99999999999'])(
    'is null without a valid version (%j)',
    (version) => {
      expect(readRoleDraft((name) => (name === 'version' ? version : 'x'), own)).toBeNull()
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

  it('of applications have short names, so that an address holds hundreds of them', () => {
    const many = Array.from({ length: 1000 }, (_, i) => ({ name: `a:b:c${i}`, number: 10_000 + i }))
    const boxes = many.map(({ number }) => `own_${number}`)
    expect(draftAddress('id', { ...draft, boxes }, 'review').length).toBeLessThan(15_000)
    expect(chosenPermissions(() => 'on', many)).toContain('a:b:c999')
  })

  it('are gathered, and unknown ones are left for the schema to refuse', () => {
    expect(
      gatherPermissions({
        name: 'x',
        may_users_list: 'on',
        may_rbac_manage: 'off',
        may_all: 'on',
        own_17: 'on',
        own_4: 'off',
        own_x: 'on',
      }),
    ).toEqual({ name: 'x', may_all: 'on', own_x: 'on', permissions: ['users:list'], own: [17] })
    expect(chosenPermissions(() => null, own)).toEqual([])
  })
})
