import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { newSecrets } from '@/lib/config/settings'
import { describeWithFileModes } from '@/tests/kit/describe-if'
import { copyEmbeddedDatabase } from '@/tests/kit/embedded-template'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const WARNING = /"level":"warn".*other users of this machine/
const running: ServiceProcess[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.kill9()))
})

/** Starts with the most permissive umask. */
async function startIn(folder: string, firstStart = false): Promise<ServiceProcess> {
  const before = process.umask(0)
  try {
    const service = await startService({ folder, firstStart })
    running.push(service)
    return service
  } finally {
    process.umask(before)
  }
}

const everythingIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

/** What other users on this machine could read, change or list. */
const openToOthers = (folder: string) =>
  // Some of the database's files come and go.
  everythingIn(folder).filter(
    (path) => (lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077,
  )

async function register(service: ServiceProcess): Promise<void> {
  const answer = await fetch(`${service.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.org', password: 'correct horse battery staple' }),
  })
  expect(answer.status).toBe(202)
}

describeWithFileModes('a data folder created by another user and open to all', () => {
  it('gets a database and secrets that only their owner can access, including later files', async () => {
    const folder = temporaryFolder()
    const data = join(folder, '.data')
    mkdirSync(data, { mode: 0o755 })
    const service = await startIn(folder, true)
    expect(everythingIn(data).length).toBeGreaterThan(900)
    expect(openToOthers(data)).toEqual([])
    await register(service)
    expect(openToOthers(data)).toEqual([])
    expect(await service.stop()).toBe(0)
    expect(openToOthers(data)).toEqual([])
    expect(lstatSync(data).mode & 0o777).toBe(0o755)
    expect(service.output()).not.toMatch(WARNING)
  })

  it('is repaired when an earlier version left it open, and this is logged once', async () => {
    const folder = temporaryFolder()
    const data = join(folder, '.data')
    await copyEmbeddedDatabase(join(data, 'db'))
    writeFileSync(join(data, 'secrets.json'), JSON.stringify(newSecrets()))
    for (const path of everythingIn(data))
      chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666)
    const first = await startIn(folder)
    expect(openToOthers(data)).toEqual([])
    expect(first.output()).toMatch(WARNING)
    await first.stop()
    const second = await startIn(folder)
    expect(second.output()).not.toMatch(WARNING)
    await register(second)
  })

  it('is left unchanged where it contains foreign files, and a warning is logged if others can replace files', async () => {
    const folder = temporaryFolder()
    const data = join(folder, '.data')
    mkdirSync(join(data, 'theirs'), { recursive: true })
    await copyEmbeddedDatabase(join(data, 'db'))
    chmodSync(join(data, 'theirs'), 0o755)
    chmodSync(data, 0o777)
    const service = await startIn(folder)
    expect(openToOthers(data)).toEqual([join(data, 'theirs')])
    expect(service.output()).toContain('DATA_DIR can be written by other users of this machine')
  })
})
