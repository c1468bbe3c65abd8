import type { QueryConfig } from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { auditFilterQuery } from '@/lib/audit/audit.schemas'
import { isStillAuthorized } from '@/lib/identity/still-authorized'
import { exportAuditRecords } from '@/lib/audit/export-audit-records'
import { findImportRuns, listAuditRecords } from '@/lib/audit/list-audit-records'
import type { AuditRecord } from '@/lib/audit/present-audit-record'
import { loadSettings } from '@/lib/config/settings'
import { revokeSession } from '@/lib/identity/sessions/revoke-sessions'
import { addSeconds } from '@/lib/platform/clock'
import { database, db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { type AnyAuditRecord, storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

const start = new Date('2026-01-01T00:00:00Z')
let ada: { id: string; email: string }
let root: SessionPrincipal

useTestDatabase()
beforeAll(async () => {
  loadSettings({})
  await syncCatalog(start)
  ada = await makeUser()
  const admin = await makeUser({ admin: true })
  const session = await makeSession(admin.id, testContext())
  root = {
    userId: admin.id,
    sessionId: session.sessionId,
    generation: 1,
    authTime: start,
    kind: 'session' as const,
    impersonator: null,
    limitedTo: null,
    roles: ['admin'],
    permissions: new Set(['audit:list']),
  }
  for (let n = 0; n < 30; n++) {
    const ctx = testContext({ now: addSeconds(start, Math.floor(n / 2)), ip: `192.0.2.${n % 3}` })
    await storeAuditRecord(db(), ctx, {
      action: ['thing.made', 'thing.ended', 'thingy.made'][n % 3]!,
      outcome: n % 5 === 0 ? 'refused' : 'ok',
      actorId: n % 2 === 0 ? ada.id : null,
      targetType: 'thing',
      targetId: `t${n % 4}`,
    })
  }
})

const inOurTime = { to: '2026-01-02T00:00:00Z' }
async function list(asked: Record<string, string> = {}, limit = 200, cursor?: string) {
  const filters = auditFilterQuery.parse({ ...inOurTime, ...asked })
  const result = await listAuditRecords(filters, { limit, cursor })
  if (!result.ok) throw new Error(result.code)
  return result
}
/** The records of all pages, as `page` returns them by their cursor. */
async function recordsOfAll(page: (cursor?: string) => ReturnType<typeof list>) {
  const records: AuditRecord[] = []
  let cursor: string | undefined
  do {
    const listed = await page(cursor)
    records.push(...listed.records)
    cursor = listed.nextCursor ?? undefined
  } while (cursor)
  return records
}
const count = async (asked: Record<string, string>) => (await list(asked)).records.length

describe('the list of the audit trail', () => {
  it('is sorted newest first and pages through every record once', async () => {
    const all = (await list()).records
    expect(all).toHaveLength(30)
    expect([...all].sort((a, b) => (a.occurred_at + a.id < b.occurred_at + b.id ? 1 : -1))).toEqual(
      all,
    )
    expect(await recordsOfAll((cursor) => list({}, 7, cursor))).toEqual(all)
  })

  it('has no next page after a last page that is exactly full', async () => {
    expect((await list({}, 30)).nextCursor).toBeNull()
    expect((await list({}, 29)).nextCursor).not.toBeNull()
  })

  it('filters by actor, by id or by email address', async () => {
    expect(await count({ actor: ada.id })).toBe(15)
    expect(await count({ actor: ada.email.toUpperCase() })).toBe(15)
    expect(await count({ actor: ada.id.toUpperCase() })).toBe(15)
    expect(await count({ actor: 'nobody@example.org' })).toBe(0)
  })

  it('filters by action, resource, target, address and time, and by several at once', async () => {
    expect(await count({ action: 'thing.made' })).toBe(10)
    expect(await count({ action: 'thing.*' })).toBe(20)
    expect(await count({ action: 'thin.*' })).toBe(0)
    expect(await count({ target: 't3' })).toBe(7)
    expect(await count({ ip: '192.0.2.1' })).toBe(10)
    expect(await count({ ip: '0:0:0:0:0:FFFF:c000:0201' })).toBe(10)
    expect(await count({ from: '2026-01-01T00:00:10Z' })).toBe(10)
    expect(await count({ from: '2026-01-01T01:00:10+01:00', to: '2026-01-01T00:00:11Z' })).toBe(2)
    expect(await count({ actor: ada.id, action: 'thing.*', ip: '192.0.2.0' })).toBe(5)
  })

  it.each(['x', 'AA', Buffer.from('1.x').toString('base64url'), `${'9'.repeat(200)}`])(
    'refuses a forged cursor: %s',
    async (cursor) => {
      expect(await listAuditRecords({}, { limit: 5, cursor })).toMatchObject({
        code: 'validation_failed',
      })
    },
  )

  it.each([
    { actor: 'ada' },
    { actor: 'ada\u0000@example.org' },
    { action: 'thing.%' },
    { action: '*' },
    { action: `thing'.x` },
    { target: 'a\u0000b' },
    { ip: 'localhost' },
    { ip: '127.1' },
    { from: 'now()' },
    { from: '+275760-01-01T00:00:00Z' },
    { to: '0000-01-01T00:00:00Z' },
    { to: '2026-02-30T00:00:00Z' },
  ])('refuses the filter %j', (asked) => {
    expect(auditFilterQuery.safeParse(asked).success).toBe(false)
  })
})

describe('a list with an import as one entry', () => {
  const importId = newId()
  const begun = new Date('2025-06-01T00:00:00Z')
  const within = { from: '2025-06-01T00:00:00Z', to: '2025-06-02T00:00:00Z' }
  const act = (second: number, action: string, by: Partial<AnyAuditRecord> = {}) =>
    storeAuditRecord(db(), testContext({ now: addSeconds(begun, second), ip: '198.51.100.7' }), {
      action,
      outcome: 'ok',
      actorId: ada.id,
      ...by,
    })
  const ofImport = { targetType: 'user_import', targetId: importId }
  beforeAll(async () => {
    await act(0, 'role.created')
    await act(1, 'user_import.started', { ...ofImport, details: { dry_run: false, total: 41 } })
    for (let n = 0; n < 40; n++)
      await act(2 + n, 'user.imported', {
        targetType: 'user',
        targetId: newId(),
        details: { import_id: n < 39 ? importId : newId() },
      })
    await act(20, 'role.changed')
    await act(60, 'user_import.finished', { ...ofImport, details: { created: 40, refused: 1 } })
    await act(61, 'role.deleted')
  })
  const grouped = async (asked: Record<string, string>, limit = 200, cursor?: string) => {
    const filters = auditFilterQuery.parse({ ...within, ...asked })
    const listed = await listAuditRecords(filters, { limit, cursor, grouped: true })
    if (!listed.ok) throw new Error(listed.code)
    return listed
  }
  const actions = (records: AuditRecord[]) => records.map(({ action }) => action)
  const entries = ['role.deleted', 'role.changed', 'user_import.started', 'role.created']

  it('leaves out the records that the start of the import represents, on every page', async () => {
    expect(actions((await grouped({})).records)).toEqual(entries)
    expect(actions((await grouped({ actor: ada.id })).records)).toEqual(entries)
    const paged = await recordsOfAll((cursor) => grouped({}, 1, cursor))
    expect(actions(paged)).toEqual(entries)
  })

  it('leaves out nothing when the filters look for single records', async () => {
    expect((await grouped({ action: 'user.imported' })).records).toHaveLength(40)
    expect((await grouped({ action: 'user.*' })).records).toHaveLength(40)
    expect((await grouped({ ip: '198.51.100.7' })).records).toHaveLength(45)
    expect(actions((await grouped({ target: importId })).records)).toEqual([
      'user_import.finished',
      'user_import.started',
    ])
    expect((await grouped({ import: importId })).records).toHaveLength(39)
  })

  it('shows the result of the import', async () => {
    const { records } = await grouped({})
    const runs = await findImportRuns(records)
    expect([...runs.values()]).toEqual([
      { importId, dryRun: false, status: 'finished', created: 40, refused: 1 },
    ])
  })

  it('distinguishes a dry run from the import that followed it, and from one in progress', async () => {
    const id = newId()
    const own = { targetType: 'user_import', targetId: id }
    await act(100, 'user_import.started', { ...own, details: { dry_run: true } })
    await act(101, 'user_import.finished', { ...own, details: { created: 5, refused: 0 } })
    await act(102, 'user_import.started', { ...own, details: { dry_run: false } })
    const { records } = await list({ ...within, target: id })
    expect([...(await findImportRuns(records)).values()]).toMatchObject([
      { dryRun: false, status: 'running', created: 0 },
      { dryRun: true, status: 'finished', created: 5 },
    ])
  })

  it('reads one range of an index, however many users were imported', async () => {
    const query = vi.spyOn(database().pool, 'query')
    await grouped({})
    await grouped({ actor: ada.id })
    await grouped({ import: importId })
    const asked = query.mock.calls.map(([statement]) => statement as unknown as QueryConfig)
    query.mockRestore()
    const indexes = []
    for (const { text, values } of asked.filter(({ text }) => text.includes('FROM audit_records')))
      indexes.push(await indexOf(text, values!))
    expect(indexes).toEqual(['entries_idx', 'actor_entries_idx', 'import_idx'])
  })

  /**
   * The index that a statement reads in order in each partition, with sequential scans ruled out.
   */
  async function indexOf(text: string, values: unknown[]): Promise<string | undefined> {
    const client = await database().pool.connect()
    try {
      await client.query(
        'SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off',
      )
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).not.toMatch(/Sort {2}\(|Seq Scan/)
      return /Index Scan using audit_records_history_(\w+)/.exec(plan)?.[1]
    } finally {
      await client.query('RESET ALL')
      client.release()
    }
  }
})

describe('an export', () => {
  const read = async (chunks: AsyncGenerator<string>) => {
    let text = ''
    for await (const chunk of chunks) text += chunk
    return text
  }
  async function exported(format: 'csv' | 'ndjson', asked: Record<string, string>) {
    const asking = { format, filters: auditFilterQuery.parse(asked) }
    return (await exportAuditRecords(asking, root, testContext(), isStillAuthorized)).chunks
  }

  it('matches the list in both formats, and is audited', async () => {
    const { records } = await list({ action: 'thing.*' })
    const asked = { ...inOurTime, action: 'thing.*' }
    const lines = (await read(await exported('ndjson', asked))).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(records)
    const [header, ...rows] = (await read(await exported('csv', asked))).trimEnd().split('\r\n')
    expect(header).toMatch(/^"id","occurred_at",/)
    expect(rows.map((row) => row.split(',')[0])).toEqual(records.map(({ id }) => `"${id}"`))
    expect(
      (await list({ action: 'audit.exported', to: '9999-01-01T00:00:00Z' })).records[0],
    ).toMatchObject({
      actor_id: root.userId,
      details: { format: 'csv', action: 'thing.*', to: '2026-01-02T00:00:00.000Z' },
    })
  })

  it('of no records is only a header, or empty', async () => {
    const nothing = { actor: 'nobody@example.org' }
    expect((await read(await exported('csv', nothing))).split('\r\n')).toHaveLength(2)
    expect(await read(await exported('ndjson', nothing))).toBe('')
  })

  it('stops between two batches when the session ends', async () => {
    await db().$executeRaw`
      INSERT INTO audit_records (id, occurred_at, action, outcome)
      SELECT gen_random_uuid(), ${start}::timestamptz, 'many.made', 'ok' FROM generate_series(1, 1200) n`
    const chunks = await exported('ndjson', { action: 'many.made' })
    expect((await chunks.next()).value).toContain('many.made')
    await inTransaction((tx) =>
      revokeSession(tx, { sessionId: root.sessionId, reason: 'logout' }, testContext()),
    )
    await expect(read(chunks)).rejects.toThrow('session_revoked')
  })
})
