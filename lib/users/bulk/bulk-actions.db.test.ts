import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { changeUserStatus } from '@/lib/identity/account/change-user-status'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import type { SessionPrincipal } from '@/lib/platform/request-context'
import type { UserStatus } from '@/lib/platform/user-statuses'
import { liveHolderOf } from '@/tests/kit/administrators'
import {
  bulkOf,
  drafted,
  reception,
  statusOf,
  usersOf,
  workOffBulks,
} from '@/tests/kit/bulk-actions'
import { insertUser } from '@/tests/kit/insert-user'
import { makeSession } from '@/tests/kit/make-user'
import { principalOf } from '@/tests/kit/principal-of'
import { rememberDevice } from '@/tests/kit/remember-device'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { BULK_KINDS, BULK_PERMISSIONS, takesRoles } from '@/lib/users/bulk/bulk-kinds'
import { chooseBulkRoles, draftBulkAction } from '@/lib/users/bulk/draft-bulk-action'
import { getBulkAction, listBulkActions } from '@/lib/users/bulk/list-bulk-actions'
import { previewBulkAction } from '@/lib/users/bulk/preview-bulk-action'
import { cancelBulkAction, runBulkAction } from '@/lib/users/bulk/run-bulk-action'
import { endUserSessions } from '@/lib/users/user-sessions'

useTestDatabase()
beforeAll(async () => {
  useSettings()
  await syncCatalog(new Date())
})

async function trustBrowser(userId: string, trustedUntil: Date): Promise<string> {
  await rememberDevice({ userId, deviceToken: newSecretToken(), now: new Date() })
  await db().knownDevice.updateMany({ where: { userId }, data: { trustedUntil } })
  return userId
}

async function insertHandoff(userId: string, expiresAt: Date): Promise<string> {
  const codeHash = new Uint8Array(randomBytes(32))
  const to = { provider: 'google', redirectUri: 'app://back', codeChallenge: 'x' }
  await db().oauthHandoff.create({ data: { ...to, userId, codeHash, expiresAt } })
  return userId
}

/** One user for every case an action can meet. */
async function crowd(actor: SessionPrincipal, role: string): Promise<string[]> {
  const insert = async (status: UserStatus) => (await insertUser({ status })).id
  const [active, deactivated, deleted, pending, invited, more, holder] = await Promise.all(
    (['active', 'deactivated', 'deleted', 'pending', 'pending', 'active', 'active'] as const).map(
      insert,
    ),
  )
  const now = new Date()
  const withAccess = await Promise.all(
    [addSeconds(now, 60), addSeconds(now, -60)].flatMap((until) => [
      insert('active').then((id) => trustBrowser(id, until)),
      insert('active').then((id) => insertHandoff(id, until)),
    ]),
  )
  await db().user.update({ where: { id: invited! }, data: { invitedAt: new Date() } })
  await insertRole(`more ${newId()}`, ['audit:list'], [more!])
  const { id: roleId } = await db().role.findUniqueOrThrow({ where: { nameKey: role } })
  await db().userRole.create({ data: { userId: holder!, roleId } })
  await makeSession(active!, ctx())
  return [
    active!,
    deactivated!,
    deleted!,
    pending!,
    invited!,
    more!,
    holder!,
    ...withAccess,
    actor.userId,
    newId(),
  ]
}

describe.each(BULK_KINDS)('bulk %s', (kind) => {
  it('gives each user the previewed outcome and reason, and audits it like the single action', async () => {
    const actor = await reception()
    const role = `club ${newId()}`
    await insertRole(role, [])
    const userIds = await crowd(actor, role)
    const stored = () =>
      db().user.findMany({
        where: { id: { in: userIds } },
        include: { roles: true },
        orderBy: { id: 'asc' },
      })
    const before = await stored()
    const draft = await drafted(actor, kind, { userIds }, takesRoles(kind) ? [role] : [])
    const preview = await previewBulkAction(draft, new Date())
    expect(await stored()).toEqual(before)
    expect(await runBulkAction(actor, draft.id, ctx({ ip: '198.51.100.7' }))).toMatchObject({
      ok: true,
    })
    await workOffBulks()
    const { status, total, changed, unchanged, refused } = await bulkOf(draft.id)
    expect([status, total]).toEqual(['completed', userIds.length])
    const { changed: c, unchanged: u, refused: r } = preview
    expect({ changed, unchanged, refused }).toEqual({ changed: c, unchanged: u, refused: r })
    expect(changed).toBeGreaterThan(0)
    const rows = await usersOf(draft.id)
    const codes = rows.flatMap(({ code }) => code ?? [])
    expect(codes.sort()).toEqual(
      preview.refusals.flatMap(({ code, count }) => Array<string>(count).fill(code)).sort(),
    )
    expect(codes).toEqual(
      expect.arrayContaining(['own_account', 'not_found', 'privilege_escalation']),
    )
    const records = await db().auditRecord.findMany({
      where: { actorId: actor.userId, targetType: 'user', outcome: 'ok' },
    })
    expect(records.map(({ targetId }) => targetId).sort()).toEqual(
      rows
        .filter(({ outcome }) => outcome === 'changed')
        .map(({ userId }) => userId)
        .sort(),
    )
    for (const { ip, details } of records)
      expect([ip, details]).toMatchObject(['198.51.100.7', { bulk_action_id: draft.id }])
  })

  it('is refused without its permission or users:list, and writes nothing', async () => {
    const { id } = await insertUser()
    const needed = ['users:list', BULK_PERMISSIONS[kind]] as const
    for (const lacking of needed) {
      const actor = await liveHolderOf(...needed.filter((name) => name !== lacking))
      const asked = { kind, selection: { userIds: [id] }, roles: takesRoles(kind) ? ['user'] : [] }
      expect(await draftBulkAction(actor, asked, ctx())).toMatchObject({
        code: 'insufficient_permission',
        requiredPermission: lacking,
      })
      expect(await db().bulkAction.count({ where: { actorId: actor.userId } })).toBe(0)
    }
  })
})

describe('a draft', () => {
  it('runs on exactly the selected users, even if the filter matches others later', async () => {
    const actor = await reception()
    const tag = newId()
    const [first, second] = [
      await insertUser({ email: `${tag}a@x.org` }),
      await insertUser({ email: `${tag}b@x.org` }),
    ]
    const { id, total } = await drafted(actor, 'deactivate', {
      filter: { query: tag, status: 'active' },
    })
    const late = await insertUser({ email: `${tag}c@x.org` })
    await runBulkAction(actor, id, ctx())
    await workOffBulks()
    expect(total).toBe(2)
    expect(await Promise.all([first, second, late].map((user) => statusOf(user.id)))).toEqual([
      'deactivated',
      'deactivated',
      'active',
    ])
  })

  it('can be viewed, given roles and run only by its creator, and only once', async () => {
    const [actor, other] = [await reception(), await reception()]
    const { id: userId } = await insertUser()
    const { id } = await drafted(actor, 'add_roles', { userIds: [userId] })
    expect(await getBulkAction(other, id)).toMatchObject({ code: 'not_found' })
    expect(await chooseBulkRoles(other, { id, roles: ['user'] }, ctx())).toMatchObject({
      code: 'not_found',
    })
    expect(await runBulkAction(other, id, ctx())).toMatchObject({ code: 'not_found' })
    expect(await cancelBulkAction(other, id, ctx())).toMatchObject({ code: 'not_found' })
    expect(await runBulkAction(actor, id, ctx())).toMatchObject({ code: 'conflict' })
    expect(await chooseBulkRoles(actor, { id, roles: [] }, ctx())).toMatchObject({
      code: 'validation_failed',
    })
    expect(await chooseBulkRoles(actor, { id, roles: ['USER'] }, ctx())).toMatchObject({
      bulk: { roleNames: ['user'] },
    })
    expect(await runBulkAction(actor, id, ctx())).toMatchObject({ ok: true })
    expect(await runBulkAction(actor, id, ctx())).toMatchObject({ code: 'conflict' })
    expect(await chooseBulkRoles(actor, { id, roles: ['user'] }, ctx())).toMatchObject({
      code: 'not_found',
    })
    expect(await getBulkAction(other, id)).toMatchObject({ ok: true })
    const { bulks } = (await listBulkActions({ limit: 200 })) as { bulks: { id: string }[] }
    expect(bulks.map((bulk) => bulk.id)).toContain(id)
  })

  it('expires after an hour', async () => {
    const actor = await reception()
    const { id } = await drafted(actor, 'deactivate', { userIds: [(await insertUser()).id] })
    const late = ctx({ now: addSeconds(new Date(), 3601) })
    expect(await runBulkAction(actor, id, late)).toMatchObject({ code: 'conflict' })
    expect((await bulkOf(id)).status).toBe('draft')
  })

  it('adds no role with more permissions than its creator has, even if they had them when choosing it', async () => {
    const actor = await reception()
    const { id: userId } = await insertUser()
    const role = await insertRole(`grows ${newId()}`, [])
    const { name } = await db().role.findUniqueOrThrow({ where: { id: role } })
    const { id } = await drafted(actor, 'add_roles', { userIds: [userId] }, [name])
    await db().rolePermission.create({ data: { roleId: role, permission: 'audit:list' } })
    expect(await runBulkAction(actor, id, ctx())).toMatchObject({ code: 'privilege_escalation' })
    const asked = { kind: 'add_roles', selection: { userIds: [userId] }, roles: [name] } as const
    expect(await draftBulkAction(actor, asked, ctx())).toMatchObject({
      code: 'privilege_escalation',
    })
    expect(await db().userRole.count({ where: { userId } })).toBe(0)
  })

  it('of no users, or of more than ten thousand, is refused and stores nothing', async () => {
    const actor = await reception()
    const draft = (filter: object) =>
      draftBulkAction(actor, { kind: 'deactivate', selection: { filter }, roles: [] }, ctx())
    expect(await draft({ query: newId() })).toMatchObject({
      errors: [{ pointer: '/filter', code: 'no_match', detail: expect.stringMatching(/match/) }],
    })
    await db().$executeRaw`INSERT INTO users (id, email, status)
      SELECT gen_random_uuid(), 'crowded' || n || '@x.org', 'active' FROM generate_series(1, 10001) n`
    expect(await draft({ query: 'crowded' })).toMatchObject({ errors: [{ code: 'too_many' }] })
    expect(await db().bulkAction.count({ where: { actorId: actor.userId } })).toBe(0)
    expect(await draft({ query: 'crowded1' })).toMatchObject({ ok: true })
  })

  it('is deleted when its creator has five newer ones', async () => {
    const actor = await reception()
    const { id: userId } = await insertUser()
    for (let n = 0; n < 7; n += 1) await drafted(actor, 'deactivate', { userIds: [userId] })
    expect(await db().bulkAction.count({ where: { actorId: actor.userId } })).toBe(5)
  })
})

it('a change outside a bulk action has no bulk action in its audit record', async () => {
  const actor = await principalOf((await reception()).userId)
  const { id: userId } = await insertUser()
  await changeUserStatus(actor, { userId, move: 'deactivate' }, ctx())
  await endUserSessions(actor, { userId }, ctx())
  const [record, ...more] = await db().auditRecord.findMany({ where: { targetId: userId } })
  expect([record!.details, more]).toEqual([
    { surface: 'api', before: 'active', after: 'deactivated', sessions_ended: 0 },
    [],
  ])
})
