import { expect, test } from 'vitest'
import { describeConsequence, describeResult } from '@/components/users/describe-action'
import { messagesFor } from '@/lib/i18n/messages'

const person = {
  kind: 'person',
  status: 'active',
  email: 'grace@example.org',
  awaits_approval: false,
} as const
const about = { user: person, self: false, texts: messagesFor('en').userActions }

test('a deletion says when the account is erased, of a service account too', () => {
  for (const user of [person, { ...person, kind: 'service' } as const]) {
    const limited = describeConsequence('delete', { ...about, user, restorableFor: '30 days' })
    expect(limited).toContain('within 30 days')
    const unlimited = describeConsequence('delete', { ...about, user, restorableFor: null })
    expect(unlimited).toContain('can restore the account')
    expect(unlimited).not.toMatch(/within|for good/)
  }
})

test('only a deletion says so', () => {
  expect(describeConsequence('deactivate', { ...about, restorableFor: '30 days' })).not.toContain(
    '30 days',
  )
})

test('a result names the account, and says nothing of sessions that a service account never had', () => {
  const { texts } = about
  const resultFor = (kind: 'person' | 'service') =>
    describeResult('delete', { kind, person: 'grace@example.org' }, texts)
  expect(resultFor('person')).toMatch(/^grace@example\.org was deleted\..*sessions/)
  expect(resultFor('service')).toMatch(/^grace@example\.org was deleted\./)
  expect(resultFor('service')).not.toContain('sessions')
})
