import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '@/lib/testing/temporary-folder'

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
  const child = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  const saw = (what: RegExp) =>
    new Promise<string>((done) => {
      const look = () => what.test(output) && done(output)
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        look()
      })
    })
  return { child, ready: saw(/\./), decided: saw(/won|lost/) }
}

describe('twenty processes that find the lock of a killed process', () => {
  it('elect exactly one winner, which is killed for the next twenty', async () => {
    const folder = join(temporaryFolder(), 'db')
    writeFileSync(
      `${folder}.lock.1`,
      JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '1', scope: null }),
    )
    for (let round = 0; round < ROUNDS; round++) {
      const starters = Array.from({ length: STARTERS }, () => starter(folder))
      await Promise.all(starters.map(({ ready }) => ready))
      for (const { child } of starters) child.stdin.write('go')
      const ends = await Promise.all(starters.map(({ decided }) => decided))
      expect(ends.filter((end) => end.includes('won'))).toHaveLength(1)
      await Promise.all(
        starters.map(({ child }) => {
          const gone = new Promise((done) =>
            child.exitCode === null ? child.once('exit', done) : done(null),
          )
          child.kill('SIGKILL')
          return gone
        }),
      )
    }
  })
})
