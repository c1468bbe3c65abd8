import { describe, expect, it } from 'vitest'
import { auditCsvHeader, formatAuditCsv } from '@/lib/audit/export-audit-records'
import type { AuditRecord } from '@/lib/audit/present-audit-record'

const record: AuditRecord = {
  id: '01890000-0000-7000-8000-000000000001',
  occurred_at: '2026-11-21T10:00:00.000Z',
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

describe('the CSV of the audit trail', () => {
  it('has a header line, then one line per record', () => {
    expect(auditCsvHeader).toBe(cells(...Object.keys(record)))
    expect(formatAuditCsv([record])).toBe(
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
    const line = formatAuditCsv([{ ...record, user_agent: '=cmd()', details }])
    expect(line.endsWith(`,"'=cmd()","r1","{""email"":""=cmd()"",""list"":[""a""]}"\r\n`)).toBe(
      true,
    )
  })
})
