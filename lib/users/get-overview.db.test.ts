import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { countActivity } from '@/lib/audit/activity'
import { sealAuditRecords } from '@/lib/audit/seal-audit-records'
import type { PermissionName } from '@/lib/config/permission-catalog'
import { loadSettings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession, makeUser } from '@/tests/kit/make-user'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { getOverview } from '@/lib/users/overview'

useTestDatabase()
const NOW = new Date('2026-11-21T10:00:00Z')
const SETTINGS = { AUTH_JWT_SECRET: 'a secret of the tests of 32 or more characters' }

beforeAll(async () => {
  loadSettings(SETTINGS)
  await syncCatalog(NOW)
})

const overview = (...permissions: PermissionName[]) =>
  getOverview(
    {
      userId: newId(),
      sessionId: newId(),
      generation: 1,
      authTime: NOW,
      kind: 'session' as const,
      impersonator: null,
      limitedTo: null,
      roles: [],
      permissions: new Set(permissions),
    },
    NOW,
  )
const steps = async (...permissions: PermissionName[]) =>
  Object.fromEntries(
    (await overview(...permissions)).checklist.map(({ step, done }) => [step, done]),
  )

describe('the administrator overview', () => {
  it('is empty without permissions', async () => {
    const nothing = { users: null, health: null, checklist: [] }
    expect(await overview()).toEqual(nothing)
    expect(await overview('users:read', 'rbac:manage', 'notifications:send')).toEqual(nothing)
  })

  it('shows user counts, and nothing else, with users:list', async () => {
    for (const status of [
      'active',
      'active',
      'active',
      'pending',
      'deactivated',
      'deleted',
    ] as const)
      await insertUser({ status })
    const [first] = await db().user.findMany({ where: { status: 'active' }, take: 1 })
    await db().user.update({ where: { id: first!.id }, data: { mfaEnabledAt: NOW } })
    expect(await overview('users:list')).toEqual({
      users: { total: 5, active: 3, pending: 1, deactivated: 1, deleted: 1, withSecondFactor: 1 },
      health: null,
      checklist: [{ step: 'second_administrator', done: false }],
    })
  })

  it('counts a second administrator only when active', async () => {
    await makeUser({ admin: true })
    const second = await makeUser({ admin: true, status: 'pending' })
    expect(await steps('users:list')).toEqual({ second_administrator: false })
    await db().user.update({ where: { id: second.id }, data: { status: 'active' } })
    expect(await steps('users:list')).toEqual({ second_administrator: true })
  })

  it('detects the first sign-in over the API, not those of browsers', async () => {
    const { id } = await makeUser()
    await makeSession(id, testContext({ surface: 'web' }))
    expect(await steps('audit:list')).toEqual({ api_call: false })
    await makeSession(id, testContext({ surface: 'api' }))
    expect(await steps('audit:list')).toEqual({ api_call: true })
    // Still detected after its record is sealed and counted.
    await sealAuditRecords(addSeconds(new Date(), 60))
    expect(await steps('audit:list')).toEqual({ api_call: true })
    await countActivity()
    expect(await steps('audit:list')).toEqual({ api_call: true })
  })

  it('shows whether a mail sender and HTTPS are configured', async () => {
    expect(await steps('notifications:settings')).toEqual({ mail_sender: false, https: false })
    loadSettings({
      ...SETTINGS,
      SMTP_URL: 'smtp://mail.example.com',
      MAIL_FROM: 'G <g@example.com>',
    })
    expect(await steps('notifications:settings')).toEqual({ mail_sender: true, https: false })
    const { health } = await overview('notifications:settings')
    expect(health).toMatchObject({ mailDriver: 'smtp', mailFrom: 'G <g@example.com>' })
    loadSettings(SETTINGS)
  })
})

describe('the health of email and background jobs', () => {
  const health = async () => (await overview('notifications:settings')).health!
  const job = (kind: string, seconds: number, more: object = {}) => {
    const runAt = addSeconds(NOW, seconds)
    return db().job.create({
      data: { id: newId(), kind, payload: {}, runAt, createdAt: NOW, ...more },
    })
  }
  beforeAll(() => db().job.deleteMany({}))

  it('is good when nothing is waiting', async () => {
    expect(await health()).toMatchObject({ behindSince: null, dueSince: null })
    expect((await health()).mail).toEqual({ waiting: 0, retrying: 0, failed: 0, lastError: null })
  })

  it('separates due from scheduled jobs, and shows whether the worker is behind', async () => {
    await job('mail', -30)
    await job('notification', 3600)
    expect(await health()).toMatchObject({
      mail: { waiting: 1 },
      other: { waiting: 0 },
      behindSince: null,
    })
    await job('user_import', -600, { lockedUntil: addSeconds(NOW, 30) })
    // Claimed by a worker.
    expect((await health()).behindSince).toBeNull()
    await job('user_import', -300)
    expect(await health()).toMatchObject({
      other: { waiting: 2 },
      behindSince: addSeconds(NOW, -300),
    })
  })

  it('shows emails being retried and those given up recently, with the latest error', async () => {
    await job('mail', 120, { attempts: 2, lastError: 'connection refused' })
    await job('mail', 60, { attempts: 1, lastError: 'timeout' })
    expect((await health()).mail).toMatchObject({
      retrying: 2,
      failed: 0,
      lastError: 'connection refused',
    })
    const old = addSeconds(NOW, -8 * 86_400)
    await job('mail', -9 * 86_400, { attempts: 8, failedAt: old, lastError: 'long ago' })
    await job('mail', -9000, {
      attempts: 8,
      failedAt: addSeconds(NOW, -600),
      lastError: 'no such mailbox',
    })
    await job('contact', -9000, {
      attempts: 8,
      failedAt: addSeconds(NOW, -600),
      lastError: 'broken',
    })
    expect((await health()).mail).toMatchObject({ retrying: 2, failed: 1 })
    expect((await health()).other).toMatchObject({ retrying: 0, failed: 1, lastError: 'broken' })
  })
})
