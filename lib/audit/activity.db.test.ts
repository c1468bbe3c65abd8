import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { countActivity, findActivity } from '@/lib/audit/activity'
import { noteActiveSessions } from '@/lib/audit/activity.store'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { loadSettings } from '@/lib/config/settings'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { revokeSession } from '@/lib/identity/sessions/revoke-sessions'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { inTransaction } from '@/lib/platform/db/transaction'
import { newId } from '@/lib/platform/ids'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { storeAuditRecord } from '@/tests/kit/store-audit-record'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { foldUserTotals } from '@/lib/users/overview.store'

useTestDatabase()
beforeAll(async () => {
  loadSettings({ AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters' })
  await syncCatalog(new Date())
})

const NOW = new Date('2026-03-20T15:20:00Z')
const viewer = (...permissions: PermissionName[]) => ({ permissions: new Set<string>(permissions) })
const activity = async (range: '24h' | '30d') =>
  (await findActivity(viewer('audit:list'), range, NOW))!
const at = (text: string) => testContext({ now: new Date(text) })
const count = async () => {
  await sealAuditRecords(addSeconds(NOW, 60))
  await countActivity()
}

describe('the activity of the service', () => {
  it('is a series of empty hours for a range without data', async () => {
    const { points, known, unit } = await activity('24h')
    expect([points.length, known, unit]).toEqual([24, false, 'hour'])
    expect(points[0]).toEqual({
      at: new Date('2026-03-19T16:00:00Z'),
      signUps: 0,
      signIns: 0,
      signInFailures: 0,
      activeSessions: null,
    })
    expect(points.at(-1)!.at).toEqual(new Date('2026-03-20T15:00:00Z'))
  })

  it('counts sign-ins, and passwords and codes refused at sign-in, and nothing else', async () => {
    const { id } = await makeUser()
    await makeSession(id, at('2026-03-20T14:59:59.999Z'))
    const refused = (action: string, details = {}) =>
      storeAuditRecord(db(), at('2026-03-20T15:00:00Z'), { action, outcome: 'refused', details })
    for (const action of [
      'session.refused',
      'mfa.code_refused',
      'session.challenged',
      'session.ended',
    ])
      await refused(action)
    await refused('mfa.code_refused', { during: 'sign_in' })
    await refused('mfa.code_refused', { during: 'settings' })
    const expected = [
      { signIns: 1, signInFailures: 0 },
      { signIns: 0, signInFailures: 2 },
    ]
    const lastHours = async () => (await activity('24h')).points.slice(-2)
    // The counts are the same immediately, after sealing and after counting, so nothing is missed
    // or counted twice.
    expect(await lastHours()).toMatchObject(expected)
    await sealAuditRecords(addSeconds(NOW, 60))
    expect(await lastHours()).toMatchObject(expected)
    await countActivity()
    expect(await lastHours()).toMatchObject(expected)
    expect((await activity('24h')).known).toBe(true)
  })

  it('counts sign-ups immediately, and after they are added to their hours', async () => {
    const signUp = (createdAt: string, invitedAt: Date | null = null) =>
      db().user.create({
        data: {
          id: newId(),
          email: `${newId()}@example.com`,
          createdAt: new Date(createdAt),
          invitedAt,
        },
      })
    await signUp('2026-03-20T14:10:00Z')
    await signUp('2026-03-20T14:59:00Z')
    await signUp('2026-03-20T14:20:00Z', NOW)
    const signUps = async () => (await activity('24h')).points.at(-2)!.signUps
    expect(await signUps()).toBe(2)
    while ((await foldUserTotals(db(), 100)) > 0);
    expect(await signUps()).toBe(2)
  })

  it('shows sign-ups to viewers who may list users, everything else to viewers of the audit trail, and nothing to others', async () => {
    const kinds = async (...permissions: PermissionName[]) =>
      (await findActivity(viewer(...permissions), '24h', NOW))?.kinds
    expect(await kinds('users:read', 'rbac:manage')).toBeUndefined()
    expect(await kinds('users:list')).toEqual(['signUps'])
    expect(await kinds('audit:list')).toEqual([
      'signUps',
      'signIns',
      'signInFailures',
      'activeSessions',
    ])
  })

  it('shows the sessions active now, whether or not they were sampled', async () => {
    expect((await activity('24h')).points.at(-1)).toMatchObject({ activeSessions: 1 })
  })

  it('sums hours to days in UTC, and leaves out hours before the range', async () => {
    for (const time of [
      '2026-03-18T00:00:00Z',
      '2026-03-18T23:59:59.999Z',
      '2026-02-19T00:00:00Z',
      '2026-02-18T23:00:00Z',
    ])
      await storeAuditRecord(db(), at(time), { action: 'session.refused', outcome: 'refused' })
    await count()
    const { points } = await activity('30d')
    expect(points).toHaveLength(30)
    expect(points[0]).toMatchObject({ at: new Date('2026-02-19T00:00:00Z'), signInFailures: 1 })
    expect(points.at(-3)).toMatchObject({ at: new Date('2026-03-18T00:00:00Z'), signInFailures: 2 })
    expect(points.reduce((sum, { signInFailures }) => sum + signInFailures, 0)).toBe(5)
  })

  it('shows the peak of active sessions, without ended and expired ones', async () => {
    const { id } = await makeUser()
    const sessions: IssuedSession[] = []
    for (let n = 0; n < 3; n++) sessions.push(await makeSession(id, at('2026-03-20T15:10:00Z')))
    await noteActiveSessions(db(), new Date('2026-03-20T15:11:00Z'))
    await inTransaction((tx) =>
      revokeSession(
        tx,
        { sessionId: sessions[0]!.sessionId, reason: 'logout' },
        testContext({ now: NOW }),
      ),
    )
    await noteActiveSessions(db(), NOW)
    const activeAt = async (hour: string) =>
      (await db().activityHour.findUnique({ where: { hour: new Date(hour) } }))?.activeSessions
    // Includes one session of the previous test.
    expect(await activeAt('2026-03-20T15:00:00Z')).toBe(4)
    await noteActiveSessions(db(), new Date('2026-03-20T16:00:00Z'))
    expect(await activeAt('2026-03-20T16:00:00Z')).toBe(3)
    await noteActiveSessions(db(), new Date('2026-09-20T16:00:00Z'))
    expect(await activeAt('2026-09-20T16:00:00Z')).toBe(0)
  })

  it('estimates the active sessions if there are too many to count', async () => {
    const { id } = await makeUser()
    const hour = new Date('2030-01-01T00:00:00Z')
    for (let batch = 0; batch < 20; batch++)
      await db().$executeRaw`
        INSERT INTO session_families (id, user_id, surface, device_id, device_hash, jti_key, amr, auth_time,
          created_at, last_used_at, expires_at, max_expires_at)
        SELECT gen_random_uuid(), ${id}::uuid, 'api', decode(md5(n::text), 'hex'), sha256(n::text::bytea),
          sha512(n::text::bytea) || sha512(n::text::bytea), '{pwd}', at, at, at, at + interval '1 day', at + interval '1 day'
        FROM generate_series(1, 1000) n, (SELECT ${hour}::timestamptz AS at) now`
    await db().$executeRaw`ANALYZE session_families`
    await noteActiveSessions(db(), hour, 2000)
    const { activeSessions } = await db().activityHour.findUniqueOrThrow({ where: { hour } })
    expect(activeSessions).toBeGreaterThan(10_000)
    expect(activeSessions).toBeLessThan(40_000)
  })
})
