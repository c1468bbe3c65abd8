import { describe, expect, it } from 'vitest'
import { BULK_KINDS, type BulkKind } from '@/lib/users/bulk/bulk-kinds'
import { type BulkFacts, predictOutcomes } from '@/lib/users/bulk/predict-outcomes'

const plain: BulkFacts = {
  userId: 'u',
  status: 'active',
  awaitsInvited: false,
  awaitsApproval: false,
  hasAccess: false,
  rolesHeld: 0,
  administers: false,
  outranks: false,
}
const about = (kind: BulkKind, more: object = {}) => ({
  kind,
  actorId: 'actor',
  roles: 1,
  takesAdmin: false,
  ...more,
})
const one = (kind: BulkKind, facts: Partial<BulkFacts>, admins = 2, more: object = {}) => {
  const [prediction] = predictOutcomes(about(kind, more), [{ ...plain, ...facts }], admins)
  return 'code' in prediction! ? prediction.code : prediction!.outcome
}

describe.each(BULK_KINDS)('%s', (kind) => {
  it('is refused for the own account, for unknown users, and for users with more permissions', () => {
    expect(one(kind, { userId: 'actor' })).toBe('own_account')
    expect(one(kind, { status: null })).toBe('not_found')
    expect(one(kind, { outranks: true })).toBe('privilege_escalation')
  })
})

it.each([
  ['activate', { status: 'deactivated' }, 'changed'],
  ['activate', { status: 'pending' }, 'changed'],
  ['activate', { status: 'active' }, 'unchanged'],
  ['activate', { status: 'deleted' }, 'conflict'],
  ['deactivate', { status: 'active' }, 'changed'],
  ['deactivate', { status: 'deactivated' }, 'unchanged'],
  ['deactivate', { status: 'deleted' }, 'conflict'],
  ['end_sessions', { hasAccess: true }, 'changed'],
  ['end_sessions', {}, 'unchanged'],
  ['add_roles', {}, 'changed'],
  ['add_roles', { rolesHeld: 1 }, 'unchanged'],
  ['add_roles', { status: 'deleted' }, 'conflict'],
  ['remove_roles', { rolesHeld: 1 }, 'changed'],
  ['remove_roles', {}, 'unchanged'],
  ['resend_invitation', { status: 'pending', awaitsInvited: true }, 'changed'],
  ['resend_invitation', { status: 'pending' }, 'conflict'],
] as const)('predicts for %s of %o: %s', (kind, facts, expected) => {
  expect(one(kind, facts)).toBe(expected)
})

it('when all administrators are affected, predicts that the last one in order is kept', () => {
  const admins = [1, 2, 3].map((n) => ({
    ...plain,
    userId: `admin ${n}`,
    administers: true,
    rolesHeld: 1,
  }))
  for (const bulk of [about('deactivate'), about('remove_roles', { takesAdmin: true })]) {
    const predictions = predictOutcomes(
      bulk,
      [plain, ...admins].slice(bulk.kind === 'deactivate' ? 0 : 1),
      3,
    )
    expect(predictions.map(({ outcome }) => outcome).slice(0, -1)).not.toContain('refused')
    expect(predictions.at(-1)).toEqual({ outcome: 'refused', code: 'last_admin' })
  }
  expect(one('remove_roles', { administers: true, rolesHeld: 1 }, 1)).toBe('changed')
})
