import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeIf } from '@/tests/kit/describe-if'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

const UNIT = join(import.meta.dirname, 'gatehouse.service')
const MAX_EXPOSURE = 2
const isInstalled = spawnSync('systemd-analyze', ['--version']).status === 0

/** A copy that starts this Node, because /usr/bin/node need not exist here. */
function copyForThisMachine(): string {
  const copy = join(temporaryFolder(), 'gatehouse.service')
  copyFileSync(UNIT, copy)
  writeFileSync(copy, readFileSync(UNIT, 'utf8').replace('/usr/bin/node', process.execPath))
  return copy
}

function analyze(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['--no-pager', ...args], {
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

describeIf(isInstalled, 'no systemd-analyze')('the systemd unit, analyzed', () => {
  it('has no mistake that systemd would ignore or refuse', () => {
    expect(analyze('verify', copyForThisMachine())).toEqual({ status: 0, output: '' })
  })

  it('exposes the machine no more than the service needs', () => {
    const { output } = analyze('security', '--offline=true', copyForThisMachine())
    const exposure = /Overall exposure level for [^:]+: ([\d.]+)/.exec(output)?.[1]
    expect(Number(exposure), output).toBeLessThanOrEqual(MAX_EXPOSURE)
  })
})

describe('the systemd unit', () => {
  const lines = readFileSync(UNIT, 'utf8').split('\n')

  it('does not forbid executable memory, which V8 needs', () => {
    expect(lines.filter((line) => line.startsWith('MemoryDenyWriteExecute'))).toEqual([])
  })

  it('cannot be reloaded, because SIGHUP stops a service with one worker', () => {
    expect(lines.filter((line) => line.startsWith('ExecReload'))).toEqual([])
  })

  it('names the server by an absolute path, which a reload follows if a link in it has moved', () => {
    const folder = lines.find((line) => line.startsWith('WorkingDirectory='))!.split('=')[1]
    expect(lines).toContain(`ExecStart=/usr/bin/node ${folder}/dist/server/index.mjs`)
  })

  it('contains no secret: they are in a file that only root reads', () => {
    expect(lines).toContain('EnvironmentFile=/etc/gatehouse/gatehouse.env')
    expect(lines.filter((line) => /^Environment=.*(SECRET|_KEY|PASSWORD|_URL)/.test(line))).toEqual(
      [],
    )
  })
})
