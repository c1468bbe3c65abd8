import { hash as argon2 } from '@node-rs/argon2'
import bcrypt from 'bcryptjs'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { isCurrentArgon2 } from '@/lib/identity/passwords/argon2-hash'
import { register } from '@/lib/identity/registration/register'
import { login } from '@/lib/identity/sign-in/login'
import { subscribe } from '@/lib/platform/bus/bus'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { liveHolderOf } from '@/tests/kit/administrators'
import { importRows, ndjsonOf, startRows, workImports } from '@/tests/kit/import-rows'
import { insertUser } from '@/tests/kit/insert-user'
import { runDueJobs } from '@/tests/kit/jobs'
import { useMailQueue } from '@/tests/kit/mail-queue'
import { insertRole } from '@/tests/kit/roles'
import { testContext as ctx } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import {
  maintainImports,
  importInvitationsJob,
  userImportJob,
} from '@/lib/users/import/user-import.jobs'
import { getImport, listFirstRefused } from '@/lib/users/import/list-imports'
import { startImport } from '@/lib/users/import/start-import'

useTestDatabase()
const queue = useMailQueue()
beforeAll(() => syncCatalog(new Date()))

const fresh = () => `${newId()}@import.example`
const userOf = (email: string) =>
  db().user.findUnique({ where: { email }, include: { roles: { include: { role: true } } } })

const actionsOf = async (id: string) =>
  (await db().auditRecord.findMany({ where: { targetId: id }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  )
const refusedOf = (id: string) => listFirstRefused(id, 100)
const codesOf = async (id: string) => (await refusedOf(id)).map(({ row, code }) => [row, code])

describe('an import', () => {
  it('makes open lists reload once per batch of a hundred, and not for a dry run', async () => {
    const actor = await liveHolderOf('users:activate')
    const heard: unknown[] = []
    onTestFinished(subscribe((message) => void heard.push(message)))
    const rows = Array.from({ length: 250 }, () => ({ email: fresh() }))
    await importRows(actor, rows, true)
    expect(heard).toEqual([])
    expect(await importRows(actor, rows)).toMatchObject({ created: 250 })
    const patch = {
      type: 'ui.patch',
      audience: { permission: 'users:list' },
      patch: { target: 'users', op: 'invalidate' },
    }
    expect(heard).toMatchObject([patch, patch, patch])
  })

  it('creates the accounts described by its rows, each audited, and deletes the rows', async () => {
    const actor = await liveHolderOf('users:activate', 'users:role:change', 'contacts:list')
    const role = `Editor ${newId()}`
    await insertRole(role, ['contacts:list'])
    const [a, b, c] = [fresh(), fresh(), fresh()]
    const done = await importRows(actor, [
      {
        email: a.toUpperCase(),
        name: 'Ada',
        locale: 'tr',
        email_verified: true,
        roles: ['user', role.toLowerCase()],
      },
      { email: b },
      { email: c, email_verified: 'true', status: 'deactivated', roles: [] },
    ])
    expect(done).toMatchObject({
      status: 'completed',
      total: 3,
      processed: 3,
      created: 3,
      refused: 0,
      dry_run: false,
    })
    expect(await userOf(a)).toMatchObject({
      status: 'active',
      name: 'Ada',
      locale: 'tr',
      passwordHash: null,
    })
    expect((await userOf(a))!.emailVerifiedAt).not.toBeNull()
    expect((await userOf(a))!.roles.map((held) => held.role.name).sort()).toEqual(
      [role, 'user'].sort(),
    )
    expect(await userOf(b)).toMatchObject({ status: 'pending', emailVerifiedAt: null })
    expect(await userOf(c)).toMatchObject({ status: 'deactivated', roles: [] })
    expect(await db().userImportRow.count({ where: { importId: done.id } })).toBe(0)
    expect(await actionsOf(done.id)).toEqual(['user_import.started', 'user_import.finished'])
    const record = await db().auditRecord.findFirstOrThrow({
      where: { targetId: (await userOf(a))!.id },
    })
    expect(record).toMatchObject({
      action: 'user.imported',
      actorId: actor.userId,
      ip: '192.0.2.1',
    })
    expect(JSON.stringify(record.details)).toContain(done.id)
  })

  it('accepts password hashes that can sign in and are upgraded at sign-in', async () => {
    const actor = await liveHolderOf('users:activate')
    const password = 'four unrelated words here'
    const hashes = [
      bcrypt.hashSync(password, 4).replace('$2b$', '$2y$'),
      await argon2(password, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 2 }),
    ]
    for (const password_hash of hashes) {
      const email = fresh()
      await importRows(actor, [{ email, email_verified: true, password_hash }])
      expect((await userOf(email))!.passwordHash).toBe(password_hash)
      expect(await login({ email, password: 'wrong' }, ctx())).toMatchObject({
        code: 'invalid_credentials',
      })
      expect(await login({ email, password }, ctx())).toMatchObject({ ok: true })
      expect(isCurrentArgon2((await userOf(email))!.passwordHash!)).toBe(true)
      expect(await login({ email, password }, ctx())).toMatchObject({ ok: true })
    }
  })

  it('refuses single rows with column and reason, and imports the others', async () => {
    const actor = await liveHolderOf('users:activate')
    const taken = (await insertUser()).email
    const twice = fresh()
    const done = await importRows(actor, [
      { email: taken },
      { email: twice },
      { email: twice },
      { email: 'nobody' },
      { email: fresh(), password_hash: 'hunter2' },
      { email: fresh(), roles: ['no such role'] },
    ])
    expect(done).toMatchObject({
      status: 'completed',
      created: 1,
      refused: 5,
      runnable_until: null,
    })
    expect(
      (await refusedOf(done.id)).map((one) => [one.row, one.column, one.value, one.code]),
    ).toEqual([
      [1, 'email', null, 'email_taken'],
      [3, 'email', null, 'duplicate_row'],
      [4, 'email', null, 'invalid_email'],
      [5, 'password_hash', null, 'unsupported_hash'],
      [6, 'roles', '["no such role"]', 'unknown_role'],
    ])
    const rows = await db().userImportRow.findMany({ where: { importId: done.id } })
    expect(rows.every(({ data }) => data === null)).toBe(true)
    expect(JSON.stringify(rows)).not.toContain('hunter2')
  })

  it('larger than one batch is processed to the end', async () => {
    const actor = await liveHolderOf('users:activate')
    const domain = `${newId()}.example`
    const rows = Array.from({ length: 450 }, (_, i) => ({ email: `n${i}@${domain}` }))
    expect(await importRows(actor, rows)).toMatchObject({
      status: 'completed',
      processed: 450,
      created: 450,
    })
    expect(await db().user.count({ where: { email: { endsWith: domain } } })).toBe(450)
    expect(
      await db().auditRecord.count({ where: { action: 'user.imported', actorId: actor.userId } }),
    ).toBe(450)
  })

  it('of an unreadable file stores nothing', async () => {
    const actor = await liveHolderOf('users:activate')
    const before = await db().userImport.count()
    const bytes = Buffer.from('email,password\na@x.org,secret')
    const result = await startImport(actor, { format: 'csv', bytes, dryRun: false }, ctx())
    expect(result).toMatchObject({
      ok: false,
      code: 'validation_failed',
      fault: { column: 'password' },
    })
    expect(await db().userImport.count()).toBe(before)
  })

  it('whose rows cannot be stored leaves none of them', async () => {
    const actor = await liveHolderOf('users:activate')
    await db()
      .$executeRaw`ALTER TABLE user_import_rows ADD CONSTRAINT "only_first" CHECK (row <= 1000) NOT VALID`
    const rows = Array.from({ length: 1001 }, (_, i) => ({ email: `n${i}@unstored.example` }))
    await expect(startRows(actor, rows)).rejects.toThrow()
    await db().$executeRaw`ALTER TABLE user_import_rows DROP CONSTRAINT "only_first"`
    expect(await db().userImport.count({ where: { actorId: actor.userId } })).toBe(0)
    expect(await db().userImportRow.count({ where: { email: { contains: '@unstored.' } } })).toBe(0)
  })

  it('is refused when three are in progress', async () => {
    const actor = await liveHolderOf('users:activate')
    for (let i = 0; i < 3; i++) await startRows(actor, [{ email: fresh() }])
    const before = await db().userImportRow.count()
    const result = await startImport(
      actor,
      { format: 'ndjson', bytes: ndjsonOf([{ email: fresh() }]), dryRun: true },
      ctx(),
    )
    expect(result).toMatchObject({ ok: false, code: 'conflict' })
    expect(await db().userImportRow.count()).toBe(before)
    await workImports()
    expect(
      await startImport(
        actor,
        { format: 'ndjson', bytes: ndjsonOf([{ email: fresh() }]), dryRun: true },
        ctx(),
      ),
    ).toMatchObject({ ok: true })
    await workImports()
  })
})

describe('an import grants nothing that its actor could not grant by hand', () => {
  it('refuses roles other than user without users:role:change', async () => {
    const role = `Plain ${newId()}`
    await insertRole(role, [])
    const actor = await liveHolderOf('users:activate')
    const email = fresh()
    const done = await importRows(actor, [{ email, roles: [role] }])
    expect(await codesOf(done.id)).toEqual([[1, 'insufficient_permission']])
    expect(await userOf(email)).toBeNull()
  })

  it('refuses a role with more permissions than the actor has', async () => {
    const actor = await liveHolderOf('users:activate', 'users:role:change')
    const [one, other] = [fresh(), fresh()]
    const done = await importRows(actor, [{ email: one, roles: ['ADMIN'] }, { email: other }])
    expect(await codesOf(done.id)).toEqual([[1, 'privilege_escalation']])
    expect(await userOf(one)).toBeNull()
    expect(await userOf(other)).not.toBeNull()
  })

  it.each([
    [
      'deactivated',
      (id: string) => db().user.update({ where: { id }, data: { status: 'deactivated' } }),
      'actor_not_active',
    ],
    [
      'demoted',
      (id: string) => db().userRole.deleteMany({ where: { userId: id } }),
      'permission_lost',
    ],
  ] as const)(
    'stops without creating users when its actor is %s meanwhile',
    async (_, end, because) => {
      const actor = await liveHolderOf('users:activate', 'users:list')
      const email = fresh()
      const { id } = await startRows(actor, [{ email }])
      await end(actor.userId)
      await workImports()
      expect(await db().userImport.findUnique({ where: { id } })).toMatchObject({
        status: 'stopped',
        stoppedBecause: because,
        processed: 0,
      })
      expect(await userOf(email)).toBeNull()
      expect(await db().userImportRow.count({ where: { importId: id } })).toBe(0)
      expect(await actionsOf(id)).toEqual(['user_import.started', 'user_import.stopped'])
    },
  )

  it('stops before assigning roles whose permissions its actor has lost', async () => {
    const role = `Editor ${newId()}`
    await insertRole(role, ['contacts:list'])
    const actor = await liveHolderOf('users:activate', 'users:role:change', 'contacts:list')
    const email = fresh()
    const { id } = await startRows(actor, [{ email, roles: [role] }])
    await db().rolePermission.deleteMany({
      where: { permission: 'contacts:list', role: { users: { some: { userId: actor.userId } } } },
    })
    await workImports()
    expect(await db().userImport.findUnique({ where: { id } })).toMatchObject({
      status: 'stopped',
      stoppedBecause: 'permission_lost',
    })
    expect(await userOf(email)).toBeNull()
  })

  it('does not start without the permission', async () => {
    const actor = await liveHolderOf('users:list')
    const before = await db().userImport.count()
    const result = await startImport(
      actor,
      { format: 'ndjson', bytes: ndjsonOf([{ email: fresh() }]), dryRun: false },
      ctx(),
    )
    expect(result).toMatchObject({ ok: false, code: 'insufficient_permission' })
    expect(await db().userImport.count()).toBe(before)
  })
})

it('an import whose job was lost is resumed', async () => {
  const actor = await liveHolderOf('users:activate')
  const { id } = await startRows(actor, [{ email: fresh() }])
  await db().job.deleteMany({ where: { kind: 'user_import' } })
  await maintainImports.run(addSeconds(new Date(), 60))
  expect(await db().job.count({ where: { kind: 'user_import' } })).toBe(0)
  const later = addSeconds(new Date(), 600)
  await maintainImports.run(later)
  await runDueJobs([userImportJob, importInvitationsJob], later)
  expect(await getImport(actor, id, ctx())).toMatchObject({
    import: { status: 'completed', created: 1 },
  })
})

it('registering an imported address changes nothing, and its owner is emailed a password reset link', async () => {
  const actor = await liveHolderOf('users:activate')
  const email = fresh()
  const password_hash = bcrypt.hashSync('planted elsewhere once', 4)
  await importRows(actor, [{ email, password_hash }])
  await register({ email, password: 'another four words here' }, ctx())
  expect((await userOf(email))!.passwordHash).toBe(password_hash)
  await queue.work(new Date())
  const mail = queue.mails().findLast(({ envelope }) => envelope.to[0] === email)
  expect(mail?.message.text).toMatch(/\/auth\/reset-password\?token=/)
})
