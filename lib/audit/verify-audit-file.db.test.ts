import { beforeAll, expect, it } from 'vitest'
import { eraseDueRecords } from '@/lib/audit/erase-audit-records'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds, setClock } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId, NIL_ID } from '@/lib/platform/ids'
import { exportedLines, verifyLines } from '@/tests/kit/audit-file'
import { insertUser } from '@/tests/kit/insert-user'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { timeOfIds } from '@/tests/kit/time-of-ids'

const SECRET = 'a secret of the tests of 32 or more characters'
// Not in the past: what erases them must have a later id than the records.
const now = timeOfIds()
const LATER = addSeconds(now, 60)

useTestDatabase()
let lines: string[]
beforeAll(async () => {
  loadSettings({ AUTH_JWT_SECRET: SECRET })
  for (let n = 0; n < 3; n++) {
    const ctx = testContext({ now: addSeconds(now, n) })
    const details = { note: 'ü"\n', count: n, list: ['a', 'b'] }
    await storeAuditRecord(db(), ctx, { action: 'thing.done', outcome: 'ok', details })
  }
  await db().$executeRaw`
    INSERT INTO audit_records (id, occurred_at, action, outcome)
    SELECT gen_random_uuid(), ${now}::timestamptz + n * interval '1 ms', 'many.made', 'ok'
    FROM generate_series(1, 600) n`
  await sealAuditRecords(LATER)
  lines = await exported()
})

const exported = (at = addSeconds(LATER, 1)) => exportedLines(at)

const headIn = (given: readonly string[]) => (JSON.parse(given.at(-1)!) as { head: string }).head

it('verifies an export without the database, with the record of the export waiting', async () => {
  expect(lines).toHaveLength(603 + 1 + 2)
  expect(await verifyLines(lines, headIn(lines))).toMatchObject({
    ok: true,
    report: { firstBad: null, verified: 603, head: headIn(lines) },
  })
  expect(lines.at(-2)).toContain('"action":"audit.exported"')
})

it.each<[string, (all: string[]) => string[], object]>([
  ['changed', (all) => all.with(2, all[2]!.replace('"ok"', '"refused"')), { seq: 2 }],
  ['changed', (all) => all.with(1, all[1]!.replace('list', 'lost')), { seq: 1 }],
  ['seal_missing', (all) => all.toSpliced(2, 1), { seq: 2 }],
  ['seal_missing', (all) => all.toSpliced(603, 1), { seq: 603 }],
  ['seal_missing', (all) => all.toSpliced(-2, 1), {}],
  ['order', (all) => all.toSpliced(3, 0, all[2]!), { seq: 2 }],
])('finds a record that was %s in the file', async (fault, change, place) => {
  const changed = change(lines)
  expect(changed).not.toEqual(lines)
  expect(await verifyLines(changed)).toMatchObject({ report: { firstBad: { fault, ...place } } })
})

it('accepts records that were written during an export of minutes, and no later ones', async () => {
  const start = addSeconds(LATER, 10)
  let at = start
  const real = setClock({ now: () => at })
  try {
    const written = addSeconds(start, 655)
    const long = await exportedLines(start, async () => {
      if (at > start) return
      at = addSeconds(start, 660)
      const ctx = testContext({ now: written })
      await storeAuditRecord(db(), ctx, { action: 'thing.done', outcome: 'ok' })
    })
    expect(long.join()).toContain(written.toISOString())
    expect(await verifyLines(long)).toMatchObject({ report: { firstBad: null } })
    const end = JSON.parse(long.at(-1)!) as { ended_at?: string }
    expect(end.ended_at).toBe(at.toISOString())
    for (const endedAt of [start.toISOString(), undefined]) {
      const short = long.with(-1, JSON.stringify({ ...end, ended_at: endedAt }))
      expect(await verifyLines(short)).toMatchObject({
        report: { firstBad: { fault: 'unsealed' } },
      })
    }
  } finally {
    setClock(real)
  }
})

it.each([
  ['from before 1970, and with the first of all ids', NIL_ID, '1969-12-31T23:59:59Z'],
  ['from before all times', newId(), '-infinity'],
  ['from after all times', newId(), 'infinity'],
])('exports a forged record %s, also when it is sealed', async (_, id, at) => {
  await db().$executeRaw`
    INSERT INTO audit_records (id, occurred_at, action, outcome)
    VALUES (${id}::uuid, ${at}::text::timestamptz, 'thing.done', 'ok')`
  expect(await verifyLines(await exported())).toMatchObject({
    report: { firstBad: { fault: 'unsealed', recordId: id } },
  })
  await sealAuditRecords(LATER)
  expect((await exported()).filter((line) => line.includes(id))).toHaveLength(1)
})

it('verifies an export of an earlier version, which does not say when it ended', async () => {
  const end = { ...(JSON.parse(lines.at(-1)!) as object), ended_at: undefined }
  expect(await verifyLines(lines.with(-1, JSON.stringify(end)))).toMatchObject({
    report: { firstBad: null, verified: 603 },
  })
})

it('finds records that were cut off the end together with the last line, by the head', async () => {
  const at = (n: number) => (JSON.parse(lines[n]!) as { seal: { mac: string } }).seal.mac
  const end = { end: true, records: 600, head: `600.${at(600)}` }
  const cut = [...lines.slice(0, 601), JSON.stringify(end)]
  expect(await verifyLines(cut)).toMatchObject({ report: { firstBad: null } })
  expect(await verifyLines(cut, headIn(lines))).toMatchObject({
    report: { firstBad: { fault: 'seal_missing', seq: 601 } },
  })
})

it('refuses a truncated file and one of another format', async () => {
  for (const given of [lines.slice(0, -1), [], ['{}'], lines.with(4, lines[4]!.slice(0, 50))])
    expect(await verifyLines(given)).toMatchObject({ ok: false, code: 'validation_failed' })
})

it('verifies nothing with another secret', async () => {
  loadSettings({ AUTH_JWT_SECRET: 'another secret of the tests longer than 32' })
  expect(await verifyLines(lines)).toMatchObject({ report: { firstBad: { fault: 'unknown_key' } } })
  loadSettings({ AUTH_JWT_SECRET: SECRET })
})

it('verifies erased records by their erasure, and finds one without', async () => {
  loadSettings({ AUTH_JWT_SECRET: SECRET, AUDIT_ERASE_AFTER: '30d' })
  const { id } = await insertUser({ status: 'deleted' })
  for (const action of ['thing.done', 'user.deleted'])
    await storeAuditRecord(db(), testContext({ now, ip: '203.0.113.7' }), {
      action,
      outcome: 'ok',
      targetType: 'user',
      targetId: id,
    })
  await sealAuditRecords(LATER)
  await eraseDueRecords(addSeconds(now, 31 * 86_400))
  const month = addSeconds(now, 32 * 86_400)
  await sealAuditRecords(month)
  const erased = await exported(month)
  expect(erased.join()).not.toContain('203.0.113.7')
  expect(await verifyLines(erased)).toMatchObject({ report: { firstBad: null, erased: 2 } })
  const at = erased.findIndex((line) => line.includes('"action":"audit.erased"'))
  const foreign = erased.with(at, erased[at]!.replace(id, crypto.randomUUID()))
  expect(await verifyLines(foreign)).toMatchObject({ report: { firstBad: { fault: 'changed' } } })
})
