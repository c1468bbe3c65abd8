import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

/** An installation as the guide describes it, in a folder of its own. */
let root: string
let installation: string
let script: string

beforeEach(() => {
  root = temporaryFolder()
  installation = join(root, 'opt')
  script = join(root, 'gatehousectl')
  mkdirSync(installation)
  symlinkSync(resolve('dist'), join(installation, 'dist'))
  const [, text] = /^```text\n(#!\/bin\/sh\n[^]*?)```$/m.exec(
    readFileSync('docs/gatehousectl.md', 'utf8'),
  )!
  const here = text!
    .replaceAll('/usr/bin/node', process.execPath)
    .replaceAll('/opt/gatehouse', installation)
    .replaceAll('/etc/gatehouse', root)
  writeFileSync(script, here, { mode: 0o755 })
  writeFileSync(join(root, 'gatehouse.env'), 'LOG_LEVEL=loud\n')
})

/** The invalid settings that a command names. */
function faultsOfCommand(): string {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, '.env'), 'WORKERS=x\n')
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const }
  return spawnSync(script, ['users', 'list'], { cwd, env, encoding: 'utf8' }).stderr
}

describe('the gatehousectl script for systemd', () => {
  it('takes no setting from the folder in which it runs', () => {
    const faults = faultsOfCommand()
    expect(faults).toContain('LOG_LEVEL')
    expect(faults).not.toContain('WORKERS')
  })

  it('takes those from .env in the installation, as the service does', () => {
    writeFileSync(join(installation, '.env'), 'PORT=x\n')
    expect(faultsOfCommand()).toContain('PORT')
  })
})
