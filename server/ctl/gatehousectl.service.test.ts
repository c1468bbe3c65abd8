import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database, db } from '@/lib/platform/db/database'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { addedPasskey } from '@/tests/kit/enroll-passkey'
import { signedInPrincipal } from '@/tests/kit/enroll-mfa'
import { insertUser } from '@/tests/kit/insert-user'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { gatehousectlJson, runGatehousectl } from '@/tests/kit/run-gatehousectl'
import { Shell } from '@/tests/kit/shell'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'

const BOUND_MS = 1000

interface User {
  id: string
  email: string
  status: string
  roles: string[]
}

describeOnServer('gatehousectl beside two instances', () => {
  const services: ServiceProcess[] = []
  const clients: ApiClient[] = []
  let env: Record<string, string>
  useSettings()
  useTestDatabase()
  beforeAll(async () => {
    env = {
      DATABASE_URL: database().pool.options.connectionString!,
      AUTH_JWT_SECRET: 'the-signing-secret-of-gatehousectl-0123456789',
      AUTH_JWT_ISSUER: 'http://gatehouse.test',
      // All tests sign in from one address.
      AUTH_IP_RATE_LIMIT: '1000/1m',
    }
    services.push(await startService({ env }), await startService({ env }))
    for (const { url } of services) clients.push(await ApiClient.of(url))
  }, 120_000)
  afterAll(() => Promise.all(services.map((service) => service.stop())))

  const ctl = (args: readonly string[], input?: string) => runGatehousectl(args, { env, input })
  const json = <T = User>(args: readonly string[], input?: string) =>
    gatehousectlJson<T>(args, { env, input })
  const logIn = (email: string, password = PASSWORD) =>
    clients[0]!.post('/auth/login', { email, password })

  /** A user signed in at the first instance, whom both instances have cached. */
  async function signedIn() {
    const user = await makeUser()
    const { body } = await logIn(user.email)
    const credential = bearer(String(body.access_token))
    for (const api of clients) expect((await api.get('/me', credential)).status).toBe(200)
    return { ...user, credential }
  }

  const refusedEverywhere = (credential: Record<string, string>) =>
    Promise.all(
      clients.map((api) =>
        until('the session is refused', BOUND_MS, async () => {
          const { status } = await api.get('/me', credential)
          return status === 401
        }),
      ),
    )

  it('creates an administrator who can sign in, with the password from stdin', async () => {
    const created = await json(['create-admin', 'Root@example.org'], `${PASSWORD}\n`)
    expect(created).toMatchObject({ email: 'root@example.org', status: 'active', roles: ['admin'] })
    expect((await logIn('root@example.org')).status).toBe(200)
    const record = await db().auditRecord.findFirst({ where: { targetId: created.id } })
    expect(record).toMatchObject({
      action: 'administrator.created',
      actorId: null,
      userAgent: expect.stringMatching(/^gatehousectl \(.+ on .+\)$/) as string,
    })
  })

  it('replaces a registration that no one confirmed, and its password', async () => {
    await makeUser({ email: 'squatter@example.org', status: 'pending' })
    const password = 'another horse battery staple'
    await json(['create-admin', 'squatter@example.org'], password)
    expect((await logIn('squatter@example.org')).status).toBe(401)
    expect((await logIn('squatter@example.org', password)).status).toBe(200)
  })

  it.each([
    ['a weak password', 'new@example.org', 'password', 'password_too_weak'],
    ['no password', 'new@example.org', '', 'secret_missing'],
    ['an invalid address', 'new@', PASSWORD, 'validation_failed'],
  ])('creates no administrator with %s', async (_, email, password, code) => {
    const before = await db().user.count()
    const run = await ctl(['create-admin', email, '--json'], password)
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(run.stderr)).toMatchObject({ error: { code } })
    expect(await db().user.count()).toBe(before)
  })

  it('follows the rules that administrators set in the dashboard', async () => {
    const data = { variable: 'AUTH_PASSWORD_MIN_LENGTH', value: '40', updatedAt: new Date() }
    await db().storedSetting.create({ data })
    const args = ['create-admin', 'short@example.org', '--json']
    const run = await ctl(args, PASSWORD)
    await db().storedSetting.deleteMany()
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toContain('at least 40 characters')
    expect(await db().user.count({ where: { email: 'short@example.org' } })).toBe(0)
  })

  it('takes no account over by creating an administrator, and records the attempt', async () => {
    const { id, email } = await makeUser()
    expect(await ctl(['create-admin', email], 'another horse battery staple')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'Another account has this email address.\n',
    })
    expect((await logIn(email)).status).toBe(200)
    expect(await json(['users', 'show', id])).toMatchObject({ roles: ['user'] })
    const where = { action: 'administrator.created', outcome: 'refused' } as const
    expect((await db().auditRecord.findFirst({ where }))?.details).toMatchObject({
      email,
      reason: 'email_taken',
    })
  })

  it('deactivates and activates a user on all instances, within a second', async () => {
    const { id, email, credential } = await signedIn()
    expect(await json(['users', 'deactivate', email])).toMatchObject({ id, status: 'deactivated' })
    await refusedEverywhere(credential)
    expect((await logIn(email)).status).toBe(401)
    expect(await json(['users', 'activate', id])).toMatchObject({ id, status: 'active' })
    expect((await logIn(email)).status).toBe(200)
    const records = await db().auditRecord.findMany({
      where: { targetId: id, userAgent: { startsWith: 'gatehousectl' } },
      orderBy: { occurredAt: 'asc' },
    })
    expect(records.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['user.deactivated', null],
      ['user.activated', null],
    ])
  })

  it('removes the passkeys of a stolen phone, and ends all sessions within a second', async () => {
    const { id, email, credential } = await signedIn()
    await addedPasskey(await signedInPrincipal(id))
    expect(await json(['users', 'reset-mfa', email])).toMatchObject({ id, mfa_enabled: false })
    await refusedEverywhere(credential)
    expect(await db().passkey.count({ where: { userId: id } })).toBe(0)
    const where = { targetId: id, action: 'user.mfa_reset', outcome: 'ok' } as const
    expect((await db().auditRecord.findFirst({ where }))?.actorId).toBeNull()
    const again = await ctl(['users', 'reset-mfa', email, '--json'])
    expect(JSON.parse(again.stderr)).toMatchObject({ error: { code: 'mfa_not_enabled' } })
  })

  it('ends all sessions of a user on all instances, within a second', async () => {
    const { id, email, credential } = await signedIn()
    await json(['sessions', 'revoke', email])
    await refusedEverywhere(credential)
    expect(await json(['sessions', 'list', id])).toMatchObject({ data: [] })
  })

  it('ends one session and no other', async () => {
    const { id, email, credential } = await signedIn()
    const { body } = await logIn(email)
    const other = bearer(String(body.access_token))
    const { data } = await json<{ data: { id: string }[] }>(['sessions', 'list', id])
    expect(data).toHaveLength(2)
    await json(['sessions', 'revoke', id, '--session', data[1]!.id])
    await refusedEverywhere(credential)
    for (const api of clients) expect((await api.get('/me', other)).status).toBe(200)
    const stranger = await makeUser()
    const foreign = ['sessions', 'revoke', stranger.id, '--session', data[0]!.id]
    expect(await ctl(foreign)).toMatchObject({ code: 1, stdout: '' })
    expect((await clients[1]!.get('/me', other)).status).toBe(200)
  })

  it('refuses to deactivate the last administrator, and records it', async () => {
    const admins = await json<{ data: User[] }>(['users', 'list', '--role', 'admin'])
    const [last, ...others] = admins.data
    for (const { id } of others) await json(['users', 'deactivate', id])
    const run = await ctl(['users', 'deactivate', last!.id])
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('last active') as string })
    expect(await json(['users', 'show', last!.id])).toMatchObject({ status: 'active' })
    const where = { targetId: last!.id, action: 'user.deactivated', outcome: 'refused' } as const
    expect(await db().auditRecord.count({ where })).toBe(1)
  })

  it('lists users by page, and keeps control characters from the terminal', async () => {
    const name = 'Eve \u001B[31m\u202E'
    const { id, email } = await insertUser({ email: 'eve@example.org', name })
    expect((await ctl(['users', 'show', id])).stdout).toMatch(/^Name +Eve \uFFFD\[31m\uFFFD$/m)
    expect((await ctl(['users', 'list', '--query', 'eve@'])).stdout).toContain(email)
    const page = ['users', 'list', '--limit', '1', '--sort', 'email']
    type Page = { data: User[]; page: { next_cursor: string } }
    const first = await json<Page>(page)
    const second = await json<Page>([...page, '--cursor', first.page.next_cursor])
    expect(second.data[0]!.email > first.data[0]!.email).toBe(true)
    expect(await ctl(['users', 'show', 'nobody@example.org'])).toMatchObject({
      code: 1,
      stderr: 'There is no user with this ID or email address.\n',
    })
  })

  it('unlocks sign-ins beside running instances', async () => {
    const { email } = await makeUser()
    // The other tests failed from this network as well, so that it may be locked first.
    let status = 401
    while (status === 401) ({ status } = await logIn(email, 'a wrong password'))
    expect((await logIn(email)).body.code).toBe('account_locked')
    const unlock = async (address: string) =>
      (await json<{ locks: number }>(['unlock', address])).locks
    expect((await unlock(email)) + (await unlock('127.0.0.1'))).toBeGreaterThan(0)
    expect((await logIn(email)).status).toBe(200)
    expect(await ctl(['unlock'])).toMatchObject({ code: 1 })
    expect(await ctl(['unlock', email, '--all'])).toMatchObject({ code: 1 })
  })

  it('runs the commands of its guide', async () => {
    await makeUser({ email: 'grace@example.org' })
    const shell = new Shell(temporaryFolder(), env)
    await shell.run(`npx() { shift; node '${resolve('scripts/gatehousectl.mjs')}' "$@"; }`)
    const guide = readFileSync('docs/gatehousectl.md', 'utf8')
    const blocks = [...guide.matchAll(/^```sh\n([^]*?)\n```$/gm)].map(([, commands]) => commands!)
    expect(blocks.length).toBeGreaterThan(4)
    for (const commands of blocks)
      expect(await shell.run(commands)).toMatch(/@example\.org|trail is intact|Users created/)
    shell.close()
  })

  it('sets up a database that is still empty, for the first administrator only', async () => {
    const name = `gh_ctl_${randomBytes(4).toString('hex')}`
    await db().$executeRawUnsafe(`CREATE DATABASE ${name}`)
    const url = new URL(env.DATABASE_URL!)
    url.pathname = `/${name}`
    const empty = { env: { ...env, DATABASE_URL: url.toString() } }
    expect(await runGatehousectl(['users', 'list'], empty)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Missing migrations') as string,
    })
    const args = ['create-admin', 'first@example.org']
    expect(await gatehousectlJson(args, { ...empty, input: PASSWORD })).toMatchObject({
      roles: ['admin'],
    })
    expect(await gatehousectlJson(['users', 'list'], empty)).toMatchObject({
      data: [{ email: 'first@example.org' }],
    })
    await db().$executeRawUnsafe(`DROP DATABASE ${name}`)
  })

  it('changes nothing in a database of an older or newer version', async () => {
    const { id } = await makeUser()
    const [migration] = await db().$queryRaw<{ name: string }[]>`
      SELECT max(migration_name) AS name FROM _prisma_migrations`
    const rename = (from: string, to: string) =>
      db().$executeRaw`
        UPDATE _prisma_migrations SET migration_name = ${to} WHERE migration_name = ${from}`
    await rename(migration!.name, '99990101000000_future')
    const newer = await ctl(['users', 'deactivate', id, '--json'])
    await db()
      .$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = '99990101000000_future'`
    const older = await ctl(['users', 'deactivate', id, '--json'])
    for (const run of [newer, older]) {
      expect(run).toMatchObject({ code: 2, stdout: '' })
      expect(JSON.parse(run.stderr)).toMatchObject({ error: { code: 'version_skew' } })
    }
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ status: 'active' })
  })
})

describe('gatehousectl with the embedded database', () => {
  it('refuses while the service runs, says what to do, and works after it', async () => {
    const service = await startService()
    const { folder } = service
    const args = ['create-admin', 'root@example.org', '--json']
    const run = await runGatehousectl(args, { folder, input: PASSWORD })
    expect(run).toMatchObject({ code: 2, stdout: '' })
    const check = await runGatehousectl(['upgrade', '--check', '--json'], { folder })
    expect(check.code).toBe(1)
    expect(JSON.parse(check.stdout)).toMatchObject({ ready: false, pending: null })
    expect(JSON.parse(run.stderr)).toMatchObject({
      error: {
        code: 'database_in_use',
        message: expect.stringContaining('Stop the service and run the command again') as string,
      },
    })
    await service.stop()
    expect(
      await gatehousectlJson(['create-admin', 'root@example.org'], { folder, input: PASSWORD }),
    ).toMatchObject({ email: 'root@example.org' })
    expect(await gatehousectlJson(['users', 'list'], { folder })).toMatchObject({
      data: [{ email: 'root@example.org' }],
    })
  })

  it('creates nothing in a folder without a database', async () => {
    const folder = temporaryFolder()
    const run = await runGatehousectl(['users', 'list'], { folder })
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining('DATA_DIR') as string })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('gatehousectl with wrong arguments', () => {
  it.each([
    [['usres', 'list'], "unknown command 'usres'", 'Did you mean users?'],
    [['users', 'lst'], "unknown command 'lst'", 'Did you mean list?'],
    [['users', 'list', '--stats', 'x'], "unknown option '--stats'", 'Did you mean --status?'],
    [['users', 'show'], "missing required argument 'user'", ''],
    [['users', 'show', 'a', 'b'], 'too many arguments', ''],
    [['users', 'list', '--status', 'gone'], 'Allowed choices are pending, active', ''],
    [['create-admin', 'a@example.org', '--password', 'x'], "unknown option '--password'", ''],
  ])('%j ends with 1 and a suggestion', async (args, message, suggestion) => {
    const folder = temporaryFolder()
    const text = await runGatehousectl(args, { folder })
    expect(text).toMatchObject({ code: 1, stdout: '' })
    expect(text.stderr).toContain(message)
    expect(text.stderr).toContain(suggestion)
    expect(text.stderr).toContain('--help')
    const { stderr } = await runGatehousectl([...args, '--json'], { folder })
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'usage', message: expect.stringContaining(message) as string },
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('names every invalid setting', async () => {
    const env = { PORT: 'x', LOG_LEVEL: 'loud' }
    const { code, stderr } = await runGatehousectl(['users', 'list', '--json'], { env })
    expect(code).toBe(2)
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        code: 'settings',
        details: [expect.stringContaining('PORT'), expect.stringContaining('LOG_LEVEL')],
      },
    })
  })
})
