import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Verifies one bcrypt hash and prints the result. The process must then end by itself. */
const PROGRAM = `
import { loadSettings } from '@/lib/config/settings'
import { verifyPassword } from '@/lib/identity/passwords/password-hash'
loadSettings({})
const hash = '$2b$04$F9zpp4T/Q5bUD2g3nj68XO0V5.uZei1/H2CrL1L40a8c.FjspeIWq'
console.log(JSON.stringify(await verifyPassword('four unrelated words here', hash)))
`

describe('the hash thread', () => {
  const root = resolve('.')
  let folder = ''
  beforeAll(() => {
    mkdirSync(join(root, 'dist'), { recursive: true })
    folder = mkdtempSync(join(root, 'dist', 'bcrypt-'))
    writeFileSync(join(folder, 'program.ts'), PROGRAM)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const run = (args: string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: tmpdir(),
      encoding: 'utf8',
      timeout: 20_000,
    })
    return stdout.trim() || stderr
  }

  it('starts from source, under a loader', () => {
    const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
    expect(run([tsx, '--tsconfig', join(root, 'tsconfig.json'), join(folder, 'program.ts')])).toBe(
      '{"matches":true,"outdated":true}',
    )
  })

  it("starts from the server's bundle, whatever the working directory", async () => {
    const outfile = join(folder, 'index.mjs')
    await build({
      entryPoints: [join(folder, 'program.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      tsconfig: join(root, 'tsconfig.json'),
    })
    expect(run([outfile])).toBe('{"matches":true,"outdated":true}')
  })
})
