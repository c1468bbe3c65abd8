import { spawn } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { ownIdentity } from '@/lib/platform/folder-lock'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const STARTERS = 20
const ROUNDS = 3
const program = join(temporaryFolder(), 'take-lock.mjs')

beforeAll(async () => {
  const source = `import { lockDataFolder } from '@/lib/platform/db/data-folder-lock'
    process.stdout.write('.')
    process.stdin.once('data', () => lockDataFolder(process.argv[2]!).then(
      () => { process.stdout.write('won'); setInterval(() => {}, 1000) },
      () => { process.stdout.write('lost'); process.exit(0) }))`
  await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: 'ts' },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
  })
})

/** Starts a process that waits for a byte, then tries to take the lock. */
function starter(folder: string) {
  const child = spawn(process.execPath, [program, folder], { stdio: 'pipe' })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  let output = ''
  const saw = (what: RegExp) =>
    new Promise<string>((done) => {
      const look = () => what.test(output) && done(output)
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        look()
      })
    })
  const ended = new Promise<{ code: number | null; complaint: string }>((done) =>
    child.once('close', (code) => done({ code, complaint })),
  )
  return { child, ready: saw(/\./), decided: saw(/won|lost/), ended }
}

describe('twenty processes that find the lock of a killed process', () => {
  it('elect exactly one winner, which is killed for the next twenty', async () => {
    const folder = join(temporaryFolder(), 'db')
    writeFileSync(`${folder}.lock.1`, JSON.stringify({ ...ownIdentity(), pid: 2 ** 22 + 1 }))
    for (let round = 0; round < ROUNDS; round++) {
      const starters = Array.from({ length: STARTERS }, () => starter(folder))
      await Promise.all(starters.map(({ ready }) => ready))
      for (const { child } of starters) child.stdin.write('go')
      const ends = await Promise.all(starters.map(({ decided }) => decided))
      expect(ends.filter((end) => end.includes('won'))).toHaveLength(1)
      for (const { child } of starters) child.kill('SIGKILL')
      const complaints = (await Promise.all(starters.map(({ ended }) => ended))).map(
        ({ complaint }) => complaint,
      )
      expect(complaints.join('')).toBe('')
    }
  })
})

it('a process that lost the lock ends, and leaves nothing beside the folder', async () => {
  const parent = temporaryFolder()
  const folder = join(parent, 'db')
  const { child, ready, decided, ended } = starter(folder)
  await ready
  child.stdin.write('go')
  expect(await decided).toContain('won')
  rmSync(`${folder}.lock.1`)
  const { code, complaint } = await ended
  expect(code).toBe(1)
  expect(complaint).toContain(`lost its lock on ${folder}`)
  expect(readdirSync(parent)).toEqual([])
})
