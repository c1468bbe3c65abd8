import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@/lib/testing/temporary-folder'

const run = (command: string, args: string[], cwd = process.cwd()) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
const node = (...args: string[]) => run(process.execPath, args)

/** The program of someone else, in the strictest way that Node resolves modules. */
const PROGRAM = `
  import { createClient, GatehouseError, memoryStore } from '@gatehouse/client'
  const { GET, auth } = createClient({ baseUrl: 'http://127.0.0.1:1', store: memoryStore(), retries: 0 })
  const signedIn = await auth.session()
  const error = await GET('/api/v1/me').then(({ data }) => data.email, (error: unknown) => error)
  console.log(signedIn, error instanceof GatehouseError && error.code)
`

describe('the package', () => {
  it('has the types of the API as it is; npm run build:clients updates them', () => {
    expect(node('scripts/write-client-types.mjs', '--check')).toMatchObject({ status: 0 })
  })

  it('works in a project of its own, compiled and run by Node', () => {
    expect(node('scripts/build-clients.mjs', '--keep-types')).toMatchObject({ status: 0 })
    const folder = temporaryFolder()
    const installed = join(folder, 'node_modules/@gatehouse/client')
    mkdirSync(installed, { recursive: true })
    const archive = join(process.cwd(), 'dist/clients/gatehouse-client-0.1.0.tgz')
    run('tar', ['xzf', archive, '--strip-components=1', '-C', installed])
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
      symlinkSync(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'program.ts'), PROGRAM)
    const tsc = join(process.cwd(), 'node_modules/typescript/bin/tsc')
    const strict = ['--strict', '--module', 'nodenext', '--target', 'es2022']
    expect(
      run(process.execPath, [tsc, ...strict, '--lib', 'es2022,dom', 'program.ts'], folder),
    ).toEqual({ status: 0, output: '' })
    expect(run(process.execPath, ['program.js'], folder).output).toBe('null network_error\n')
  })
})
