import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '@/tests/kit/temporary-folder'

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

/** Programs pass on what may not be set. What can be left out must take undefined as well. */
const UNSET = `
  import type { ClientOptions, LiveOptions, LoginInit } from '@gatehouse/client'
  import type { CheckedRequest, GuardOptions } from '@gatehouse/guard'
  type Unset<T> = { [K in keyof T]: {} extends Pick<T, K> ? undefined : T[K] }
  export const client: (options: Unset<ClientOptions>) => ClientOptions = (options) => options
  export const live: (options: Unset<LiveOptions>) => LiveOptions = (options) => options
  export const events: (on: Unset<LiveOptions['on']>) => LiveOptions['on'] = (on) => on
  export const login: (init: Unset<LoginInit>) => LoginInit = (init) => init
  export const guard: (options: Unset<GuardOptions>) => GuardOptions = (options) => options
  export const request: (about: Unset<CheckedRequest>) => CheckedRequest = (about) => about
  export const secrets: GuardOptions['webhookSecrets'] = [process.env.SECRET]
`

/** A project with the packages of clients/, and with these packages of this one. */
function newProject(packages: string[]): string {
  const folder = temporaryFolder()
  for (const name of ['client', 'guard']) {
    const installed = join(folder, 'node_modules/@gatehouse', name)
    mkdirSync(installed, { recursive: true })
    const archive = join(process.cwd(), `dist/clients/gatehouse-${name}-0.1.0.tgz`)
    run('tar', ['xzf', archive, '--strip-components=1', '-C', installed])
  }
  mkdirSync(join(folder, 'node_modules/@types'))
  for (const name of packages)
    symlinkSync(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown

const STRICT = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
const compile = (folder: string, ...args: string[]) =>
  run(
    process.execPath,
    [join(process.cwd(), 'node_modules/typescript/bin/tsc'), ...STRICT, ...args],
    folder,
  )

/** The TypeScript code that a page shows. */
const codeOf = (page: string, heading = '# ') => {
  const text = readFileSync(page, 'utf8').split(heading).slice(1).join(heading)
  return [...text.matchAll(/^```ts\n([\s\S]*?)\n```$/gm)].map(([, code]) => code!)
}

/** What the guide uses of packages that only a phone has. */
const OF_A_PHONE = `
  declare module 'react-native-get-random-values'
  declare module 'expo-crypto' {
    export const CryptoDigestAlgorithm: { SHA256: 'SHA-256' }
    export const CryptoEncoding: { BASE64: 'base64' }
    export function digestStringAsync(a: 'SHA-256', data: string, o: { encoding: 'base64' }): Promise<string>
    export function getRandomBytes(count: number): Uint8Array
  }
  declare module 'expo-secure-store' {
    export const AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: number
    export function getItemAsync(key: string): Promise<string | null>
    export function setItemAsync(key: string, value: string, o: { keychainAccessible?: number }): Promise<void>
  }
  declare module 'expo-web-browser' {
    export function openAuthSessionAsync(
      url: string, redirect: string,
    ): Promise<{ type: 'success'; url: string } | { type: 'cancel' | 'dismiss' }>
  }
  declare module 'react-native-passkey' {
    export interface PasskeyGetRequest { challenge: string; rpId: string }
    export interface PasskeyCreateRequest { challenge: string; rp: { id: string; name: string } }
    export const Passkey: {
      get(request: PasskeyGetRequest): Promise<{ id: string; rawId?: string; response: object }>
      create(request: PasskeyCreateRequest): Promise<{ id: string; rawId?: string; response: object }>
    }
  }
`

const EXAMPLE = 'examples/nextjs'

interface Package {
  version: string
}
interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

beforeAll(() => {
  expect(node('scripts/build-clients.mjs', '--keep-types')).toMatchObject({ status: 0 })
}, 60_000)

describe('the package', () => {
  it('has the types of the API as it is; npm run build:clients updates them', () => {
    expect(node('scripts/write-client-types.mjs', '--check')).toMatchObject({ status: 0 })
  })

  it('works in a project of its own, compiled and run by Node', () => {
    const folder = newProject(['openapi-fetch', 'openapi-typescript-helpers'])
    writeFileSync(join(folder, 'program.ts'), PROGRAM)
    const args = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom']
    expect(compile(folder, ...args, 'program.ts')).toEqual({ status: 0, output: '' })
    expect(run(process.execPath, ['program.js'], folder).output).toBe('null network_error\n')
  })

  it('compiles in a strict project for Node, whose types don’t include those of browsers', () => {
    const names = ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types']
    const folder = newProject([
      ...names,
      'ws',
      '@types/express',
      '@types/express-serve-static-core',
    ])
    writeFileSync(join(folder, 'program.ts'), PROGRAM)
    // The code of the guard's README, with the key from a variable that may not be set.
    writeFileSync(join(folder, 'guard.ts'), codeOf('clients/guard/README.md').join('\n'))
    writeFileSync(join(folder, 'unset.ts'), UNSET)
    const args = [
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--lib',
      'es2022',
      '--types',
      'node',
    ]
    const files = ['program.ts', 'guard.ts', 'unset.ts']
    expect(compile(folder, ...args, '--noEmit', ...files)).toEqual({
      status: 0,
      output: '',
    })
  })

  it('fits the code of the guide to React Native', () => {
    const folder = newProject(['openapi-fetch', 'openapi-typescript-helpers'])
    const [gatehouse, use] = codeOf('docs/mobile-apps.md', '## React Native')
    writeFileSync(join(folder, 'gatehouse.ts'), gatehouse!)
    writeFileSync(join(folder, 'use.ts'), use!)
    writeFileSync(join(folder, 'phone.d.ts'), OF_A_PHONE)
    const args = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom']
    expect(compile(folder, ...args, '--noEmit', 'use.ts', 'phone.d.ts')).toEqual({
      status: 0,
      output: '',
    })
  })

  it('fits the code of the guide to passkeys in a browser, with the DOM types as they are', () => {
    const folder = newProject(['openapi-fetch', 'openapi-typescript-helpers'])
    writeFileSync(join(folder, 'passkeys.ts'), codeOf('docs/passkeys.md').join('\n'))
    const args = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom']
    expect(compile(folder, ...args, '--noEmit', 'passkeys.ts')).toEqual({ status: 0, output: '' })
  })

  it('fits a copy of the Next.js example, with no package but those that it declares', () => {
    const { dependencies, devDependencies } = readJson(`${EXAMPLE}/package.json`) as Manifest
    const { '@gatehouse/client': _, ...declared } = { ...dependencies, ...devDependencies }
    const { packages } = readJson('package-lock.json') as { packages: Record<string, Package> }
    for (const [name, version] of Object.entries(declared))
      expect(packages[`node_modules/${name}`], name).toMatchObject({ version })
    const names = Object.keys(declared)
    const folder = newProject([...names, 'openapi-fetch', 'openapi-typescript-helpers'])
    const isCopied = (path: string) => !/\/(test|\.next|node_modules)$/.test(path)
    cpSync(EXAMPLE, folder, { recursive: true, filter: isCopied })
    expect(compile(folder)).toEqual({ status: 0, output: '' })
  })
})
