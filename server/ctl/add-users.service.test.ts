import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { syncCatalog } from '@/lib/access/catalog'
import { database, db } from '@/lib/platform/db/database'
import { describeOnServer } from '@/tests/kit/describe-if'
import { workImports } from '@/tests/kit/import-rows'
import { gatehousectlJson, runGatehousectl } from '@/tests/kit/run-gatehousectl'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

describeOnServer('gatehousectl', () => {
  useSettings()
  useTestDatabase()
  beforeAll(() => syncCatalog(new Date()))
  const folder = temporaryFolder()
  const surroundings = () => ({
    folder,
    env: {
      DATABASE_URL: database().pool.options.connectionString!,
      AUTH_JWT_SECRET: 'the-signing-secret-of-gatehousectl-0123456789',
    },
  })
  const run = (...args: string[]) => runGatehousectl(args, surroundings())

  async function importUsers(...options: string[]) {
    const { code, stdout } = await run('import', 'users.csv', '--json', ...options)
    return { code, report: JSON.parse(stdout) as object }
  }

  it('invites a user with roles and a language, and grants no unknown role', async () => {
    const roles = ['--role', 'user', '--role', 'admin']
    const args = ['invite', 'Ida@example.org', ...roles, '--language', 'tr']
    const { id } = await gatehousectlJson<{ id: string }>(args, surroundings())
    expect(await gatehousectlJson(['users', 'show', id], surroundings())).toMatchObject({
      email: 'ida@example.org',
      status: 'pending',
      roles: ['admin', 'user'],
    })
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ locale: 'tr' })
    expect(await db().job.count({ where: { kind: 'mail' } })).toBe(1)
    const where = { targetId: id, action: 'user.invited' } as const
    expect(await db().auditRecord.findFirst({ where })).toMatchObject({
      actorId: null,
      userAgent: expect.stringContaining('gatehousectl') as string,
    })
    const before = await db().user.count()
    for (const [email, role] of [
      ['new@example.org', 'no-such-role'],
      ['ida@example.org', 'user'],
    ] as const)
      expect(await run('invite', email, '--role', role)).toMatchObject({ code: 1, stdout: '' })
    expect(await db().user.count()).toBe(before)
    expect(await db().job.count({ where: { kind: 'mail' } })).toBe(1)
  })

  it('imports each row once, beside a service that works on the same file', async () => {
    const rows = Array.from({ length: 350 }, (_, n) => `row${n}@example.org,user|admin`)
    const refused = ['row0@example.org,user', 'another@example.org,no-such-role']
    const file = ['email,roles', ...rows, ...refused].join('\n')
    writeFileSync(join(folder, 'users.csv'), file)
    const before = await db().user.count()
    const refused_rows = [
      { row: 351, code: 'duplicate_row' },
      { row: 352, code: 'unknown_role' },
    ]
    const report = {
      created: 350,
      refused: 2,
      file_name: 'users.csv',
      created_by: null,
      refused_rows,
    }
    expect(await importUsers('--dry-run')).toMatchObject({
      code: 1,
      report: { ...report, dry_run: true },
    })
    expect(await db().user.count()).toBe(before)

    let done = false
    const service = (async () => {
      while (!done) await workImports()
    })()
    const imported = await importUsers().finally(() => (done = true))
    await service
    expect(imported).toMatchObject({
      code: 1,
      report: { ...report, status: 'completed', dry_run: false },
    })
    expect(await db().user.count()).toBe(before + 350)
    const where = { action: 'user.imported', actorId: null } as const
    expect(await db().auditRecord.count({ where })).toBe(350)
    expect(
      await db().userImportRow.count({ where: { code: null, import: { dryRun: false } } }),
    ).toBe(0)
  })

  it('imports nothing of a file that it cannot read', async () => {
    writeFileSync(join(folder, 'wrong.csv'), 'mail\nada@example.org')
    writeFileSync(join(folder, 'large.csv'), Buffer.alloc(10_485_761, 'a'))
    const before = [await db().user.count(), await db().userImport.count()]
    for (const [file, code] of [
      ['wrong.csv', 'validation_failed'],
      ['large.csv', 'payload_too_large'],
      ['none.csv', 'no_file'],
    ] as const) {
      const { stdout, stderr } = await run('import', file, '--json')
      expect(stdout).toBe('')
      expect(JSON.parse(stderr)).toMatchObject({ error: { code } })
    }
    expect([await db().user.count(), await db().userImport.count()]).toEqual(before)
  })
})
