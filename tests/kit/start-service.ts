import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyEmbeddedDatabase } from '@/tests/kit/embedded-template'
import { freePort } from '@/tests/kit/free-port'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { until } from '@/tests/kit/until'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const START_WITHIN_MS = 60_000

export interface ServiceOptions {
  /** Settings; the service inherits nothing from this process's environment. */
  env?: Record<string, string>
  /** The path of the Node.js that runs it; this process's by default. */
  node?: string
  /** Arguments of the server, such as `--api-served-by=next`. */
  args?: string[]
  /** The project whose build is started; this one by default. */
  root?: string
  /**
   * The working directory (its `.env` is read, `.data` is created in it); a temporary one by
   * default.
   */
  folder?: string
  /** True: nothing is prepared, so the service has to create its database itself. */
  firstStart?: boolean
  /** False: returns immediately instead of waiting until the service is ready. */
  waitUntilReady?: boolean
}

/**
 * The service in a separate process, started from the build on disk and observed only from outside.
 */
export class ServiceProcess {
  readonly url: string
  readonly port: number
  readonly folder: string
  readonly child: ChildProcess
  #output = ''
  readonly #exit: Promise<number | null>

  constructor(port: number, folder: string, child: ChildProcess) {
    this.port = port
    this.url = `http://127.0.0.1:${port}`
    this.folder = folder
    this.child = child
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()))
    this.#exit = new Promise((done) => child.once('close', (code) => done(code)))
  }

  /** Its output so far, stdout and stderr interleaved. */
  output(): string {
    return this.#output
  }

  /** Its exit code; null if a signal ended it. */
  exitCode(): Promise<number | null> {
    return this.#exit
  }

  /** Asks it to stop and returns its exit code. */
  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal)
    return this.#exit
  }

  /** Kills it immediately. */
  async kill9(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.#exit
  }
}

/**
 * Starts the service on a free port and waits until it is ready. Throws with its output if it exits
 * instead.
 */
export async function startService(options: ServiceOptions = {}): Promise<ServiceProcess> {
  const bundle = join(options.root ?? root, 'dist/server/index.mjs')
  if (!existsSync(bundle)) throw new Error('there is no build: run npm run build first')
  const port = Number(options.env?.PORT ?? (await freePort()))
  const folder = options.folder ?? temporaryFolder()
  const prepared = !options.folder && !options.firstStart && !options.env?.DATABASE_URL
  if (prepared) await copyEmbeddedDatabase(join(folder, options.env?.DATA_DIR ?? '.data', 'db'))
  const child = spawn(options.node ?? process.execPath, [bundle, ...(options.args ?? [])], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      ...options.env,
    },
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const service = new ServiceProcess(port, folder, child)
  void service.exitCode().then(() => process.off('exit', endWithUs))
  if (options.waitUntilReady !== false)
    await until('the service is ready', START_WITHIN_MS, async () => {
      if (child.exitCode !== null)
        throw new Error(`the service ended (${child.exitCode})\n${service.output()}`)
      return fetch(`${service.url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    })
  return service
}
