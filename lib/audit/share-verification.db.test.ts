import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listWaiting } from '@/lib/audit/audit-seal.store'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import { shareVerification, type StillWanted } from '@/lib/audit/share-verification'
import { verifyAuditChain } from '@/lib/audit/verify-audit-chain'
import { listVerifications, verifyAudit } from '@/lib/audit/verify-audit'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds, setClock } from '@/lib/platform/clock'
import { database, db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { refuse } from '@/lib/platform/problems'
import { OPERATOR } from '@/lib/platform/request-context'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'

const START = new Date('2026-11-21T10:00:00Z')
const LATER = addSeconds(START, 3600)
/** Of records that a statement of the walk reads. */
const BATCH = 1000
let time = LATER
const system = setClock({ now: () => time })

useTestDatabase()
beforeAll(async () => {
  loadSettings({ AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters' })
  await storeAuditRecord(db(), testContext({ now: START }), { action: 'thing.done', outcome: 'ok' })
  await db().$executeRaw`
    INSERT INTO audit_records (id, occurred_at, action, outcome)
    SELECT gen_random_uuid(), ${START}::timestamptz + n * interval '1 ms', 'many.made', 'ok'
    FROM generate_series(1, ${3 * BATCH}::int) n`
  await sealAuditRecords(LATER)
  return () => void setClock(system)
})
beforeEach(() => void (time = LATER))
afterEach(() => void vi.restoreAllMocks())

const verify = (isWanted: StillWanted | null, head?: string) =>
  verifyAudit({ head }, OPERATOR, testContext({ now: LATER }), isWanted)
/** Asks the database, as a check of a permission may. */
const wanted = async () => {
  await listWaiting({ after: { id: newId(), occurred_at: LATER }, limit: 1 })
  return null
}
/** Wanted at the first statements only. */
const wantedTimes = (times: number) => async () =>
  times-- > 0 ? null : refuse('insufficient_permission')
const recorded = async () => (await listVerifications(100)).length

/** How many batches `work` reads. */
async function batchesOf(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(database().pool, 'query')
  await work()
  const names = sent.mock.calls.map(([query]) => (query as unknown as { name?: string }).name)
  sent.mockRestore()
  return names.filter((name) => name === 'audit-seals' || name === 'audit-record-seals').length
}

describe('verifications for requests', () => {
  it('twenty at once share one walk, and each is recorded', async () => {
    const before = await recorded()
    const ofOne = await batchesOf(() => verify(wanted))
    expect(ofOne).toBeGreaterThan(6)
    const verifyTwenty = async () => {
      const results = await Promise.all(Array.from({ length: 20 }, () => verify(wanted)))
      for (const result of results) expect(result).toMatchObject({ report: { firstBad: null } })
    }
    expect(await batchesOf(verifyTwenty)).toBe(ofOne)
    expect((await recorded()) - before).toBe(21)
  })

  it('with another head than the one in progress are refused, and none is recorded', async () => {
    const walking = verify(wanted)
    const before = await recorded()
    expect(await verify(wanted, `1.${'A'.repeat(43)}`)).toMatchObject({
      code: 'overloaded',
      retryAfterSeconds: 30,
    })
    expect(await recorded()).toBe(before)
    expect(await walking).toMatchObject({ ok: true })
    expect(await verify(wanted, `1.${'A'.repeat(43)}`)).toMatchObject({ ok: true })
  })

  it('that has begun is not shared: what was changed since may be in its past', async () => {
    let later: unknown
    const first = await verify(async () => {
      later ??= await verify(wanted)
      return null
    })
    expect(first).toMatchObject({ report: { firstBad: null } })
    expect(later).toMatchObject({ code: 'overloaded', retryAfterSeconds: 30 })
  })

  it('end with the last caller who waits and holds the permission', async () => {
    const before = await recorded()
    const results: unknown[] = []
    const read = await batchesOf(async () => {
      const both = [wantedTimes(1), wantedTimes(3)].map((isWanted) => verify(isWanted))
      results.push(...(await Promise.all(both)))
    })
    expect(results).toMatchObject([
      { code: 'insufficient_permission' },
      { code: 'insufficient_permission' },
    ])
    expect(read).toBe(3)
    expect(await recorded()).toBe(before)
  })

  it('that are asked for as another ends do not end with it', async () => {
    const share = (isWanted: StillWanted) =>
      shareVerification(undefined, (before) => verifyAuditChain(LATER, undefined, before), isWanted)
    expect(await share(wantedTimes(1)).then(() => share(wanted))).toMatchObject({ ok: true })
  })

  it('go on for one caller after another has left', async () => {
    const results = await Promise.all([verify(wantedTimes(1)), verify(wanted)])
    expect(results).toMatchObject([
      { code: 'insufficient_permission' },
      { report: { firstBad: null } },
    ])
  })

  it('are refused after 100 seconds, and nothing is recorded', async () => {
    const before = await recorded()
    const slow = async () => {
      time = addSeconds(time, 40)
      return null
    }
    expect(await verify(slow)).toMatchObject({ code: 'trail_too_long' })
    expect(await recorded()).toBe(before)
  })
})

it('a verification at the command line has no limit of time', async () => {
  // The records of the verifications before.
  await sealAuditRecords(addSeconds(LATER, 60))
  vi.spyOn(database().pool, 'query').mockImplementationOnce(((query: never) => {
    time = addSeconds(time, 1e6)
    return database().pool.query(query)
  }) as never)
  expect(await verify(null)).toMatchObject({ report: { firstBad: null } })
  expect(time).not.toEqual(LATER)
})
