import { describe, expect, it } from 'vitest'
import type { AuditRow } from '@/lib/audit/audit.store'
import { auditLines } from '@/lib/audit/export-audit-records'

const row: AuditRow = {
  id: '01890000-0000-7000-8000-000000000001',
  occurred_at: new Date('2026-11-21T10:00:00.000Z'),
  action: 'session.refused',
  outcome: 'refused',
  actor_id: null,
  target_type: 'user',
  target_id: null,
  ip: '192.0.2.1',
  user_agent: 'curl/8',
  request_id: 'r1',
  details: {},
}
const cells = (...values: string[]) => `${values.map((value) => `"${value}"`).join(',')}\r\n`

const { lead, line } = auditLines('csv')

describe('the CSV of the audit trail', () => {
  it('has a header line, then one line per record', () => {
    expect(lead).toBe(cells(...Object.keys(row)))
    expect(line(row)).toBe(
      cells(
        ...[
          '01890000-0000-7000-8000-000000000001',
          '2026-11-21T10:00:00.000Z',
          'session.refused',
          'refused',
        ],
        ...['', 'user', '', '192.0.2.1', 'curl/8', 'r1', '{}'],
      ),
    )
  })

  it('has details as JSON in one cell, and no user agent that a spreadsheet runs as a formula', () => {
    const details = { email: '=cmd()', list: ['a'] }
    const written = line({ ...row, user_agent: '=cmd()', details })
    expect(written.endsWith(`,"'=cmd()","r1","{""email"":""=cmd()"",""list"":[""a""]}"\r\n`)).toBe(
      true,
    )
  })
})
