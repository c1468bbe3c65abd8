import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '@/tests/kit/free-port'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { until } from '@/tests/kit/until'

const DEBIAN = '/usr/lib/postgresql'
const DIRECTORIES_ELSEWHERE = [
  '/opt/homebrew/opt/postgresql/bin',
  '/usr/local/opt/postgresql/bin',
  '/usr/local/pgsql/bin',
]
/** The data need not survive a power cut, and many test files connect at once. */
const CARELESS = ['fsync=off', 'full_page_writes=off']
const OPTIONS = ['max_connections=400', 'listen_addresses=127.0.0.1', 'log_min_messages=fatal']

/** The user that the server runs as; undefined for the current one. */
type Owner = { uid: number; gid: number } | undefined

/** A PostgreSQL server for tests, on a free port, with its data in a temporary folder. */
export class PostgresCluster {
  readonly port: number
  readonly url: string
  readonly #bin: string
  readonly #folder: string
  readonly #owner: Owner
  readonly #options: string[]
  #server: ChildProcess | null = null

  private constructor(
    bin: string,
    folder: string,
    owner: Owner,
    port: number,
    kind: 'careless' | 'durable',
  ) {
    this.#options = kind === 'careless' ? [...CARELESS, ...OPTIONS] : OPTIONS
    this.#bin = bin
    this.#folder = folder
    this.#owner = owner
    this.port = port
    this.url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  }

  /** Whether PostgreSQL is installed. */
  static isInstalled(): boolean {
    return postgresBinaries() !== null
  }

  /** Creates and starts a server; null if PostgreSQL is not installed. */
  static async create(
    kind: 'careless' | 'durable' = 'careless',
    folder = temporaryFolder(),
  ): Promise<PostgresCluster | null> {
    const bin = postgresBinaries()
    if (!bin) return null
    const owner: Owner = process.getuid?.() === 0 ? userPostgres() : undefined
    if (owner) chownSync(folder, owner.uid, owner.gid)
    const data = join(folder, 'data')
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      {
        ...owner,
        cwd: folder,
        stdio: 'ignore',
      },
    )
    const cluster = new PostgresCluster(bin, folder, owner, await freePort(), kind)
    await cluster.start()
    return cluster
  }

  /** Creates and starts a streaming replica of this server. */
  async createReplica(): Promise<PostgresCluster> {
    const folder = temporaryFolder()
    if (this.#owner) chownSync(folder, this.#owner.uid, this.#owner.gid)
    execFileSync(
      this.program('pg_basebackup'),
      ['-d', this.url, '-D', join(folder, 'data'), '-R', '-X', 'stream', '-c', 'fast'],
      { ...this.#owner, cwd: folder, stdio: 'ignore' },
    )
    const port = await freePort()
    const replica = new PostgresCluster(this.#bin, folder, this.#owner, port, 'careless')
    await replica.start()
    return replica
  }

  /** The path of one of PostgreSQL's programs, such as pgbench. */
  program(name: string): string {
    return join(this.#bin, name)
  }

  /** Starts or restarts the server and waits until it responds. */
  async start(): Promise<void> {
    const options = [...this.#options, `unix_socket_directories=${this.#folder}`].flatMap(
      (option) => ['-c', option],
    )
    const server = spawn(
      join(this.#bin, 'postgres'),
      ['-D', join(this.#folder, 'data'), '-p', String(this.port), ...options],
      { ...this.#owner, cwd: this.#folder, stdio: 'ignore' },
    )
    this.#server = server
    // Ends the server with this process, even when a test run is aborted before it could remove it.
    const endWithUs = () => server.kill('SIGQUIT')
    process.once('exit', endWithUs)
    server.once('exit', () => process.off('exit', endWithUs))
    await until('PostgreSQL answers', 20_000, async () => {
      if (hasEnded(server)) throw new Error('PostgreSQL did not start')
      return this.run('SELECT 1').then(
        () => true,
        () => false,
      )
    })
  }

  /** Stops the server immediately, cutting every connection. */
  async stop(): Promise<void> {
    const server = this.#server
    if (!server || hasEnded(server)) return
    this.#signal('SIGCONT')
    const gone = new Promise<void>((done) => server.once('exit', () => done()))
    server.kill('SIGINT')
    await gone
    this.#server = null
  }

  /** Makes the server hang: connections stay open, nothing responds. */
  freeze(): void {
    this.#signal('SIGSTOP')
  }

  thaw(): void {
    this.#signal('SIGCONT')
  }

  /** Runs one statement as the superuser. */
  async run(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 1000 })
    client.on('error', () => undefined)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#server?.pid
    if (!pid) return
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const one of [pid, ...children.filter(Boolean).map(Number)]) {
      try {
        process.kill(one, signal)
      } catch {
        // The process has already ended.
      }
    }
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

/** The path of a client program of the installed PostgreSQL; null if there is none. */
export function postgresTool(name: string): string | null {
  const bin = postgresBinaries()
  return bin && existsSync(join(bin, name)) ? join(bin, name) : null
}

function postgresBinaries(): string | null {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN, version, 'bin'))
    : []
  const path = (process.env.PATH ?? '').split(':')
  return (
    [...debian, ...DIRECTORIES_ELSEWHERE, ...path].find((folder) =>
      ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
    ) ?? null
  )
}

/** PostgreSQL refuses to run as root. */
function userPostgres(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
