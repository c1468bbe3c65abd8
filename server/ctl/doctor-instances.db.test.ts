import { beforeEach, expect, it } from 'vitest'
import { addSeconds, setClock } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { newId } from '@/lib/platform/ids'
import { startHeartbeat, writeHeartbeat } from '@/lib/platform/instances/heartbeat'
import { purgeJobs } from '@/lib/platform/jobs/platform.jobs'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'
import { until } from '@/tests/kit/until'
import { checkInstances } from '@/server/ctl/doctor-instances'

useTestDatabase()

const BUILD = { version: '0.2.0', migration: '20261124150000_instances' }
const OLD = 'an-earlier-signing-secret-of-the-tests-01234'
const NEW = 'a-newer-signing-secret-of-the-tests-0123456789'

/** Writes the row of a process with these settings, as the service does. */
async function running(port: number, settings: Record<string, string> = {}, build = BUILD) {
  useSettings({ PORT: String(port), AUTH_JWT_ISSUER: 'http://gatehouse.test', ...settings })
  const id = newId()
  await writeHeartbeat(id, build)
  return id
}

/** What the check finds besides the list of instances. */
async function differences(settings: Record<string, string> = {}) {
  useSettings({ AUTH_JWT_ISSUER: 'http://gatehouse.test', ...settings })
  const findings = await checkInstances()
  return findings.filter(({ message }) => !/ runs .* since /.test(message))
}

beforeEach(() => db().instance.deleteMany())

it('lists each running instance with its version and workers, and finds no difference', async () => {
  await running(3001, { WORKERS: '2', DATABASE_URL: 'postgres://a@127.0.0.1/a' })
  await running(3001, { WORKERS: '2', DATABASE_URL: 'postgres://a@127.0.0.1/a' })
  await running(3002)
  const findings = await checkInstances()
  expect(findings).toEqual([
    {
      state: 'ok',
      message: expect.stringMatching(/:3001 runs 0\.2\.0 since .*, workers: 2 of 2/) as string,
    },
    {
      state: 'ok',
      message: expect.stringMatching(/:3002 runs 0\.2\.0 since .*, workers: 1 of 1/) as string,
    },
  ])
})

it('warns of an instance with fewer workers than configured', async () => {
  await running(3001, { WORKERS: '2', DATABASE_URL: 'postgres://a@127.0.0.1/a' })
  expect(await checkInstances()).toEqual([
    { state: 'warning', message: expect.stringContaining('workers: 1 of 2.') as string },
  ])
})

it('says so if nothing is running', async () => {
  expect(await checkInstances()).toMatchObject([{ state: 'skipped' }])
})

it.each([
  ['versions', { ...BUILD, version: '0.1.0' }],
  ['builds', { ...BUILD, migration: '20261122030000_registration_attempts' }],
])('warns of instances of two %s, as during an upgrade', async (_, build) => {
  await running(3001)
  await running(3002, {}, build)
  expect(await differences()).toEqual([
    { state: 'warning', message: expect.stringContaining('Several versions') as string },
  ])
})

it.each([
  ['AUTH_JWT_SECRET', NEW],
  ['AUTH_MFA_ENCRYPTION_KEY', Buffer.alloc(32, 8).toString('base64')],
  ['AUTH_JWT_ISSUER', 'http://other.test'],
  ['REDIS_URL', 'redis://127.0.0.1:6379'],
])('fails if instances differ in %s, and never stores or shows a key', async (setting, value) => {
  await running(3001)
  await running(3002, { [setting]: value })
  const found = await differences()
  expect(found).toEqual([
    { state: 'failed', message: expect.stringContaining(`${setting} differs`) as string },
  ])
  expect(found[0]!.message).toMatch(/:3001, this command\).*:3002\)/)
  const stored = JSON.stringify([found, await db().instance.findMany()])
  if (setting !== 'AUTH_JWT_ISSUER') expect(stored).not.toContain(value)
})

it('fails if this command has another key than the service', async () => {
  await running(3001)
  expect(await differences({ AUTH_JWT_SECRET: NEW })).toMatchObject([{ state: 'failed' }])
})

it('only warns while a secret is replaced and everyone accepts both', async () => {
  const old = { AUTH_JWT_SECRET: OLD, AUTH_JWT_PREVIOUS_SECRETS: NEW }
  const replaced = { AUTH_JWT_SECRET: NEW, AUTH_JWT_PREVIOUS_SECRETS: OLD }
  await running(3001, old)
  await running(3002, replaced)
  expect(await differences(replaced)).toMatchObject([{ state: 'warning' }])
})

it('fails while a secret is replaced if one instance does not know the new one', async () => {
  const replaced = { AUTH_JWT_SECRET: NEW, AUTH_JWT_PREVIOUS_SECRETS: OLD }
  await running(3001, { AUTH_JWT_SECRET: OLD })
  await running(3002, replaced)
  expect(await differences(replaced)).toMatchObject([{ state: 'failed' }])
})

it.each([
  [60_000, 'failed'],
  [-60_000, 'failed'],
  [10_000, 'warning'],
])('finds an instance whose clock is %i ms off', async (offset, state) => {
  const before = setClock({ now: () => new Date(Date.now() + offset) })
  await running(3001).finally(() => setClock(before))
  expect(await differences()).toEqual([
    { state, message: expect.stringMatching(/^The clocks of .*:3001 and the database/) as string },
  ])
})

it('leaves out processes that are silent, and purges their rows after an hour', async () => {
  const [gone, silent] = [await running(3001), await running(3002)]
  const seen = (id: string, seconds: number) =>
    db().instance.update({ where: { id }, data: { seenAt: addSeconds(new Date(), -seconds) } })
  await seen(gone, 3700)
  await seen(silent, 300)
  expect(await checkInstances()).toMatchObject([{ state: 'skipped' }])
  await purgeJobs.run(new Date())
  expect(await db().instance.findMany({ select: { id: true } })).toEqual([{ id: silent }])
})

it('begins with the start of the service and ends with its stop', async () => {
  useSettings()
  const stop = startHeartbeat(BUILD)
  await until('the row is written', 5000, async () => (await db().instance.count()) === 1)
  await stop()
  expect(await db().instance.count()).toBe(0)
})

it('neither delays nor fails the service if the row cannot be written', async () => {
  useSettings()
  await db().$executeRaw`ALTER TABLE instances RENAME TO instances_away`
  try {
    await startHeartbeat(BUILD)()
  } finally {
    await db().$executeRaw`ALTER TABLE instances_away RENAME TO instances`
  }
  expect(await db().instance.count()).toBe(0)
})
