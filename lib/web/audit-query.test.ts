import { expect, it } from 'vitest'
import { auditAddress, readAuditQuery } from '@/lib/web/audit-query'

const read = (asked: Record<string, string>) => readAuditQuery((name) => asked[name] ?? null)

it('reads filters from the address, with times without a zone as UTC', () => {
  const { filters, faults } = read({
    actor: ' a@b.example ',
    action: 'session.*',
    from: '2026-11-21T10:00',
    to: '',
  })
  expect(faults).toEqual([])
  expect(filters).toEqual({
    actor: 'a@b.example',
    action: 'session.*',
    from: new Date('2026-11-21T10:00:00Z'),
  })
})

it('reports invalid filters and keeps their input', () => {
  const query = read({ actor: 'somebody', from: 'yesterday', ip: '192.0.2.1' })
  expect(query.faults).toEqual(['actor', 'from'])
  expect(query.typed).toEqual({ actor: 'somebody', from: 'yesterday', ip: '192.0.2.1' })
})

it('writes addresses that read back unchanged', () => {
  const typed = { actor: 'a+b@c.example', action: 'session.*' }
  const address = auditAddress(typed, { record: 'x', cursor: null })
  expect(address).toBe('/dashboard/audit?actor=a%2Bb%40c.example&action=session.*&record=x')
  const { searchParams } = new URL(address, 'http://x')
  expect(readAuditQuery((name) => searchParams.get(name)).typed).toEqual(typed)
  expect(auditAddress({})).toBe('/dashboard/audit')
})
