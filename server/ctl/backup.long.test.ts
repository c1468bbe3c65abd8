import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { issueEmailToken } from '@/lib/accounts/email-token.store'
import { database, db } from '@/lib/platform/db/database'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { describeOnServer } from '@/tests/kit/describe-if'
import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { gatehousectlJson, runGatehousectl } from '@/tests/kit/run-gatehousectl'
import { startService } from '@/tests/kit/start-service'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

const SECRETS = {
  AUTH_JWT_SECRET: 'the-signing-secret-of-gatehousectl-0123456789',
  AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  AUTH_JWT_ISSUER: 'http://gatehouse.test',
}

/** A proxy to a database that forwards the commit of a dump and drops the answer. */
async function cutAtCommit(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    client.on('error', () => undefined)
    upstream.on('error', () => undefined).pipe(client)
    let sent = 0
    client.on('data', (chunk: Buffer) => {
      sent += chunk.length
      upstream.write(chunk)
      if (sent < DUMP_BYTES || !chunk.includes('COMMIT')) return
      upstream.unpipe(client).end()
      client.destroy()
    })
    client.on('end', () => upstream.end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const way = new URL(url)
  way.port = String((server.address() as AddressInfo).port)
  return way.toString()
}

/** Less than any dump, and more than other commands send over one connection. */
const DUMP_BYTES = 50_000

describeOnServer('a restored backup', () => {
  useSettings()
  useTestDatabase()
  const here = () => database().pool.options.connectionString!
  const env = () => ({ DATABASE_URL: here(), ...SECRETS })

  async function emptyDatabase(): Promise<string> {
    const name = `gh_backup_${randomBytes(4).toString('hex')}`
    await db().$executeRawUnsafe(`CREATE DATABASE ${name}`)
    const url = new URL(here())
    url.pathname = `/${name}`
    return url.toString()
  }

  it('refuses the tokens and links from before, and changes no target that is in use', async () => {
    const folder = temporaryFolder()
    const before = await startService({ env: env() })
    const user = await makeUser()
    const api = await ApiClient.of(before.url)
    const { body } = await api.post('/auth/login', { email: user.email, password: PASSWORD })
    const link = { userId: user.id, kind: 'reset_password' as const, email: user.email }
    const token = await issueEmailToken(db(), link, new Date())
    mkdirSync(join(folder, '.data/uploads/objects'), { recursive: true })
    writeFileSync(join(folder, '.data/uploads/objects/one'), 'a file')

    const backup = join(folder, 'backup')
    await gatehousectlJson(['backup', backup], { env: env(), folder })
    await before.stop()
    for (const name of readdirSync(backup, { recursive: true }) as string[])
      expect(statSync(join(backup, name)).mode & 0o077).toBe(0)

    const target = await emptyDatabase()
    const into = temporaryFolder()
    const there = { env: { ...SECRETS, DATABASE_URL: target }, folder: into }
    await gatehousectlJson(['restore', backup], there)
    expect(existsSync(join(into, '.data/uploads/objects/one'))).toBe(true)
    for (const used of [{ env: env() }, there])
      expect(await runGatehousectl(['restore', backup, '--json'], used)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('not_empty') as string,
      })
    const after = await startService({ env: there.env })
    const restored = await ApiClient.of(after.url)
    const old = bearer(String(body.access_token))
    expect((await restored.get('/me', old)).status).toBe(401)
    const refresh = { refresh_token: String(body.refresh_token) }
    expect((await restored.post('/auth/refresh', refresh)).status).toBe(401)
    const reset = { token, password: 'another horse battery staple' }
    expect((await restored.post('/auth/reset-password', reset)).status).toBeGreaterThanOrEqual(400)
    const login = { email: user.email, password: PASSWORD }
    expect((await restored.post('/auth/login', login)).status).toBe(200)
    await after.stop()
    const trail = await runGatehousectl(['audit', 'verify'], there)
    expect(trail).toMatchObject({ code: 0 })
  })

  it('restores all or nothing, and can be repeated', async () => {
    const folder = temporaryFolder()
    const objects = join(folder, '.data/uploads/objects')
    mkdirSync(join(objects, 'aa'), { recursive: true })
    writeFileSync(join(objects, 'aa/one'), 'a file')
    const backup = join(folder, 'backup')
    await gatehousectlJson(['backup', backup], { env: env(), folder })
    const [target, into] = [await emptyDatabase(), temporaryFolder()]
    const there = { env: { ...SECRETS, DATABASE_URL: target }, folder: into }
    // No folder can be made in place of a file.
    mkdirSync(join(into, '.data'))
    writeFileSync(join(into, '.data/uploads'), '')
    expect(await runGatehousectl(['restore', backup], there)).toMatchObject({ code: 2 })
    rmSync(join(into, '.data/uploads'))
    // What a killed restore leaves.
    mkdirSync(join(into, '.data/uploads/restoring'), { recursive: true })
    writeFileSync(join(into, '.data/uploads/restoring/half'), 'a f')
    const elsewhere = { ...there, env: { ...there.env, DATABASE_DIRECT_URL: here() } }
    expect(await runGatehousectl(['restore', backup], elsewhere)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('another database') as string,
    })
    await gatehousectlJson(['restore', backup], there)
    expect(readdirSync(join(into, '.data/uploads'), { recursive: true }).sort()).toEqual([
      'objects',
      'objects/aa',
      'objects/aa/one',
    ])
  })

  it('keeps the restored files if the connection is lost at the commit', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, '.data/uploads/objects'), { recursive: true })
    writeFileSync(join(folder, '.data/uploads/objects/one'), 'a file')
    const backup = join(folder, 'backup')
    await gatehousectlJson(['backup', backup], { env: env(), folder })
    const [target, into] = [await emptyDatabase(), temporaryFolder()]
    const there = { env: { ...SECRETS, DATABASE_URL: target }, folder: into }
    const cut = { ...there.env, DATABASE_DIRECT_URL: await cutAtCommit(target) }
    expect(await runGatehousectl(['restore', backup], { ...there, env: cut })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('if it has tables, the backup is restored') as string,
    })
    expect(existsSync(join(into, '.data/uploads/objects/one'))).toBe(true)
    expect(await runGatehousectl(['users', 'list'], there)).toMatchObject({ code: 0 })
  })

  it('is reported with each command, and at the start, if the keys do not decrypt it', async () => {
    const backup = join(temporaryFolder(), 'backup')
    await gatehousectlJson(['keys', 'rotate'], { env: env() })
    await gatehousectlJson(['backup', backup], { env: env() })
    const right = { ...env(), DATABASE_URL: await emptyDatabase() }
    expect(await gatehousectlJson(['restore', backup], { env: right })).toMatchObject({
      warnings: [],
    })
    const key = Buffer.alloc(32, 8).toString('base64')
    const wrong = {
      ...env(),
      DATABASE_URL: await emptyDatabase(),
      AUTH_MFA_ENCRYPTION_KEY: key,
    }
    expect(await gatehousectlJson(['restore', backup], { env: wrong })).toMatchObject({
      warnings: [expect.stringContaining('signing_keys 1 of 1')],
    })
    for (const command of [['doctor'], ['upgrade', '--check']]) {
      const { code, stdout } = await runGatehousectl([...command, '--json'], { env: wrong })
      const { findings } = JSON.parse(stdout) as { findings: object[] }
      expect(code).toBe(1)
      expect(findings).toContainEqual({
        check: 'keys',
        state: 'failed',
        message: expect.stringContaining('AUTH_MFA_ENCRYPTION_KEY') as string,
      })
    }
    const service = await startService({ env: wrong })
    expect(service.output()).toContain('the configured keys do not fit the database')
    await service.stop()
  })

  it('is not restored from damaged files', async () => {
    const folder = temporaryFolder()
    const backup = join(folder, 'backup')
    await gatehousectlJson(['backup', backup], { env: env(), folder })
    appendFileSync(join(backup, 'database.sql'), '\n')
    const target = await emptyDatabase()
    const there = { env: { ...SECRETS, DATABASE_URL: target } }
    expect(await runGatehousectl(['restore', backup, '--json'], there)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('damaged') as string,
    })
    expect(await runGatehousectl(['users', 'list'], there)).toMatchObject({
      stderr: expect.stringContaining('Missing migrations') as string,
    })
  })
})

it('of the embedded database is made through a link, and restored with private files from any copy', async () => {
  const folder = temporaryFolder()
  const disk = temporaryFolder()
  const service = await startService({ folder })
  await service.stop()
  await gatehousectlJson(['create-admin', 'root@example.org'], { folder, input: PASSWORD })
  renameSync(join(folder, '.data/db'), join(disk, 'db'))
  symlinkSync(join(disk, 'db'), join(folder, '.data/db'))
  const backup = join(folder, 'backup')
  await gatehousectlJson(['backup', backup], { folder })
  const copied = readdirSync(join(backup, 'db'), { recursive: true, withFileTypes: true })
  for (const entry of copied)
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  const into = temporaryFolder()
  await gatehousectlJson(['restore', backup], { folder: into })
  const restored = join(into, '.data/db')
  for (const name of ['.', ...(readdirSync(restored, { recursive: true }) as string[])])
    expect(statSync(join(restored, name)).mode & 0o077).toBe(0)
  expect(await gatehousectlJson(['users', 'list'], { folder: into })).toMatchObject({
    data: [{ email: 'root@example.org' }],
  })
})

it('creates no keys in place of those that the backup needs, and says so', async () => {
  const folder = temporaryFolder()
  await (await startService({ folder })).stop()
  const backup = join(folder, 'backup')
  await gatehousectlJson(['backup', backup], { folder })
  const into = temporaryFolder()
  const secrets = join(into, '.data/secrets.json')
  expect(await gatehousectlJson(['restore', backup], { folder: into })).toMatchObject({
    warnings: [expect.stringContaining(`${secrets} is missing`)],
  })
  await runGatehousectl(['upgrade', '--check'], { folder: into })
  expect(existsSync(secrets)).toBe(false)
  copyFileSync(join(folder, '.data/secrets.json'), secrets)
  rmSync(join(into, '.data/db'), { recursive: true })
  expect(await gatehousectlJson(['restore', backup], { folder: into })).toMatchObject({
    warnings: [],
  })
})
