import { describe, expect, it } from 'vitest'
import { auditCsvHeader, formatAuditCsv } from '@/lib/audit/format-audit-csv'
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
const agentCell = (userAgent: string) =>
  formatAuditCsv([{ ...record, user_agent: userAgent }])
    .split('192.0.2.1,')[1]!
    .split(',r1,')[0]

describe('the CSV of the audit trail', () => {
  it('has a line of names, then one line a record', () => {
    expect(auditCsvHeader).toBe(
      'id,occurred_at,action,outcome,actor_id,target_type,target_id,ip,user_agent,request_id,details\r\n',
    )
    expect(formatAuditCsv([record])).toBe(
      '01890000-0000-7000-8000-000000000001,2026-11-21T10:00:00.000Z,session.refused,refused,,user,,192.0.2.1,curl/8,r1,{}\r\n',
    )
  })

  it.each(['=cmd()', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠A1'])(
    'lets no cell be a formula: %j',
    (text) => {
      expect(agentCell(text)).toBe(`"'${text}"`)
    },
  )

  it.each([
    ['a "word"', '"a ""word"""'],
    ['a,b', '"a,b"'],
    ['a\nb', '"a\nb"'],
    ['ümlaut ğ', 'ümlaut ğ'],
    ['a=b', 'a=b'],
  ])('keeps %j in one cell', (text, cell) => {
    expect(agentCell(text)).toBe(cell)
  })

  it('writes details as JSON in one cell', () => {
    const line = formatAuditCsv([{ ...record, details: { email: '=cmd()', list: ['a'] } }])
    expect(line.endsWith(',r1,"{""email"":""=cmd()"",""list"":[""a""]}"\r\n')).toBe(true)
  })
})
