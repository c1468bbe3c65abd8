import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { openEmbeddedPool } from '@/lib/platform/db/embedded-pool'
import { describeIf } from '@/tests/kit/describe-if'
import { copyEmbeddedDatabase } from '@/tests/kit/embedded-template'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'
import { SmallDisk } from '@/tests/kit/small-disk'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const PASSWORD = 'violet kettle marathon 42'
const LIMITS = { AUTH_IP_RATE_LIMIT: '100000/1m' }
/** More than the free pages of every table and the rest of a WAL segment hold. */
const ATTEMPTS = 400

const describeWithDisk = describeIf(SmallDisk.isSupported(), 'mounting a file system is refused')
const describeWithServer = describeIf(
  SmallDisk.isSupported() && PostgresCluster.isInstalled(),
  'mounting a file system is refused, or no PostgreSQL to start',
)

let service: ServiceProcess
let disk: SmallDisk | null = null
let cluster: PostgresCluster | null = null
afterEach(async () => {
  await service.kill9()
  await cluster?.stop()
  disk?.remove()
  cluster = disk = null
})

let registered = 0

/** Registers an account. Returns the status of the answer, and the address. */
async function register(): Promise<{ status: number; email: string; code?: string }> {
  const email = `full-${++registered}@example.org`
  const answer = await fetch(`${service.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const { code } = (await answer.json()) as { code?: string }
  return { status: answer.status, email, ...(code && { code }) }
}

/** Fills the disk, and registers until nothing can be written. Returns acknowledged addresses. */
async function registerUntilFull(): Promise<string[]> {
  const kept: string[] = []
  disk!.fill()
  for (let n = 0; n < ATTEMPTS; n++) {
    const { status, email, code } = await register()
    if (status === 202) {
      kept.push(email)
      disk!.fill()
      continue
    }
    expect([status, code]).toEqual([503, 'unavailable'])
    return kept
  }
  throw new Error('the disk never became full')
}

const worksAgain = () =>
  until('registrations are answered again', 30_000, async () => (await register()).status === 202)

async function expectKept(kept: string[], pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ email: string }>('SELECT email FROM users')
  const found = new Set(rows.map(({ email }) => email))
  expect(kept.filter((email) => !found.has(email))).toEqual([])
}

/** Also when the last answer arrived before its line in the log. */
const adviceIsLogged = () =>
  until('the log says what to do', 5000, () => service.output().includes('the disk is full: free'))

describeWithServer('a full disk of PostgreSQL', () => {
  it('causes 503s, loses nothing acknowledged, and ends when there is space again', async () => {
    disk = SmallDisk.create(120)!
    const folder = join(disk.folder, 'postgres')
    mkdirSync(folder)
    cluster = (await PostgresCluster.create('careless', folder))!
    service = await startService({ env: { ...LIMITS, DATABASE_URL: cluster.url } })
    const kept = [(await register()).email, ...(await registerUntilFull())]
    await adviceIsLogged()
    disk.free()
    await worksAgain()
    const pool = new pg.Pool({ connectionString: cluster.url })
    await expectKept(kept, pool)
    await pool.end()
  })
})

describeWithDisk('a full disk of the embedded database', () => {
  it('causes 503s, loses nothing acknowledged, and ends when there is space again', async () => {
    disk = SmallDisk.create(150)!
    await copyEmbeddedDatabase(join(disk.folder, '.data/db'))
    service = await startService({ folder: disk.folder, env: LIMITS })
    const kept = [(await register()).email, ...(await registerUntilFull())]
    await adviceIsLogged()
    disk.free()
    await worksAgain()
    expect(await service.stop()).toBe(0)
    const { pool, close } = await openEmbeddedPool(join(disk.folder, '.data/db'))
    await expectKept(kept, pool)
    await close()
  })
})

describeWithDisk('a read-only data folder', () => {
  it('aborts the start with one line that says so', async () => {
    disk = SmallDisk.create(150)!
    await copyEmbeddedDatabase(join(disk.folder, '.data/db'))
    service = await startService({ folder: disk.folder })
    expect(await service.stop()).toBe(0)
    disk.setWritable(false)
    service = await startService({ folder: disk.folder, waitUntilReady: false })
    expect(await service.exitCode()).toBe(1)
    expect(service.output().trim()).toMatch(/^DATA_DIR cannot be used: .*read-only.*$/)
  })

  it('aborts the first start with one line that says so', async () => {
    disk = SmallDisk.create(20)!
    disk.setWritable(false)
    service = await startService({ folder: disk.folder, firstStart: true, waitUntilReady: false })
    expect(await service.exitCode()).toBe(1)
    expect(service.output().trim()).toMatch(/^DATA_DIR cannot be used: .*read-only.*$/)
    expect(existsSync(join(disk.folder, '.data'))).toBe(false)
  })
})
