import { describe, expect, it } from 'vitest'
import { availableMoves, statusAfter } from '@/lib/accounts/user-status'

describe('status moves', () => {
  it.each([
    ['activate', 'pending', 'active'],
    ['activate', 'active', 'active'],
    ['activate', 'deactivated', 'active'],
    ['activate', 'deleted', null],
    ['deactivate', 'pending', 'deactivated'],
    ['deactivate', 'active', 'deactivated'],
    ['deactivate', 'deactivated', 'deactivated'],
    ['deactivate', 'deleted', null],
    ['delete', 'pending', 'deleted'],
    ['delete', 'active', 'deleted'],
    ['delete', 'deactivated', 'deleted'],
    ['delete', 'deleted', 'deleted'],
    ['restore', 'pending', 'pending'],
    ['restore', 'active', 'active'],
    ['restore', 'deactivated', 'deactivated'],
  ] as const)('%s of an account that is %s leads to %s', (move, from, to) => {
    expect(statusAfter(move, from, null)).toBe(to)
  })

  it.each([
    ['pending', 'pending'],
    ['active', 'active'],
    ['deactivated', 'deactivated'],
    ['deleted', 'deactivated'],
    [null, 'deactivated'],
  ] as const)('restoring an account that was %s when it was deleted makes it %s', (before, to) => {
    expect(statusAfter('restore', 'deleted', before)).toBe(to)
  })
})

it.each([
  ['pending', ['activate', 'deactivate', 'delete']],
  ['active', ['deactivate', 'delete']],
  ['deactivated', ['activate', 'delete']],
  ['deleted', ['restore']],
] as const)('an account that is %s allows %j', (status, moves) => {
  expect(availableMoves(status)).toEqual(moves)
})
