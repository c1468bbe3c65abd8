import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { ownIdentity } from '@/lib/platform/folder-lock'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const MODULE = pathToFileURL(join(import.meta.dirname, 'build-once.mjs')).href
/** A build that takes as long as it is told and adds a line to the file `built`. */
const PROGRAM = `
  import { appendFileSync, existsSync } from 'node:fs'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { buildOnce } from ${JSON.stringify(MODULE)}
  const [folder, takes, patience] = process.argv.slice(1)
  const build = async (signal) => {
    await sleep(Number(takes), null, { signal })
    appendFileSync(folder + '/built', process.pid + '\\n')
  }
  const isBuilt = () => existsSync(folder + '/built')
  await buildOnce({ folder: folder + '/build', isBuilt, build, patienceMs: Number(patience) })
    .catch((error) => console.log(error.message))`

function start(folder: string, { takes = 300, patience = 60_000 } = {}) {
  const args = ['--input-type=module', '--eval', PROGRAM, folder, String(takes), String(patience)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<string>((done) => child.on('close', () => done(output)))
  return { child, ended }
}

const builds = (folder: string) => readFileSync(join(folder, 'built'), 'utf8').trim().split('\n')

function leaveLock(folder: string, changes: object) {
  writeFileSync(join(folder, 'build.lock.1'), JSON.stringify({ ...ownIdentity(), ...changes }))
}

it('builds once for several starts that find the lock of a killed one', async () => {
  const folder = temporaryFolder()
  leaveLock(folder, { pid: 2 ** 22 + 1 })
  const outputs = await Promise.all(Array.from({ length: 5 }, () => start(folder).ended))
  expect(builds(folder)).toHaveLength(1)
  expect(outputs.filter((output) => output.includes('Building, once'))).toHaveLength(1)
})

it('builds although another process has the ID of a killed one', async () => {
  const folder = temporaryFolder()
  leaveLock(folder, { startedAt: '1' })
  await start(folder).ended
  expect(builds(folder)).toHaveLength(1)
})

it('says which process it waits for, and gives up in the end', async () => {
  const folder = temporaryFolder()
  leaveLock(folder, {})
  const output = await start(folder, { patience: 1 }).ended
  expect(output).toContain(`Waiting for process ${process.pid}, which is building.`)
  expect(output).toContain(`process ${process.pid} is still building`)
  expect(existsSync(join(folder, 'built'))).toBe(false)
})

it('builds itself when the process it waits for was killed', async () => {
  const folder = temporaryFolder()
  const first = start(folder, { takes: 60_000 })
  await expect.poll(() => existsSync(join(folder, 'build.lock.1')), { timeout: 20_000 }).toBe(true)
  const second = start(folder)
  setTimeout(() => first.child.kill('SIGKILL'), 1000)
  await second.ended
  expect(builds(folder)).toEqual([String(second.child.pid)])
})

it('interrupts a build whose lock was deleted, and says so', async () => {
  const folder = temporaryFolder()
  const { ended } = start(folder, { takes: 60_000 })
  await expect.poll(() => existsSync(join(folder, 'build.lock.1')), { timeout: 20_000 }).toBe(true)
  rmSync(join(folder, 'build.lock.1'))
  expect(await ended).toContain('the build was interrupted')
  expect(existsSync(join(folder, 'built'))).toBe(false)
})
