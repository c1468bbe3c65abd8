import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as tls from 'node:tls'
import pg from 'pg'
import { cannotRun } from '@/server/ctl/faults'

/** What libpq understands of the parameters of a connection string. */
const LIBPQ = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'port', 'connect_timeout']

/** Writes the database to a new file, as SQL, until `ending` is aborted. */
export function dumpDatabase(url: string, file: string, ending: AbortSignal): Promise<void> {
  return run('pg_dump', url, ['--no-owner', '--no-privileges', `--file=${file}`], { ending })
}

/**
 * Runs a dump and then `sql` in one transaction: everything is restored, or nothing. The commit is
 * part of the input, so a dump that cannot be read to its end is not taken for a whole one. Throws
 * `outcome_unknown` if psql ended after it may have sent the commit.
 */
export function loadDatabase(url: string, file: string, sql: string): Promise<void> {
  const options = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null']
  const input = Readable.from(inTransaction(file, sql))
  return run('psql', url, [...options, '--file=-'], { input })
}

async function* inTransaction(file: string, sql: string): AsyncGenerator<string | Buffer> {
  yield 'BEGIN;\n'
  yield* readDump(file)
  yield `\n${sql};\nCOMMIT;\n`
}

/** psql's exit code if the server refused a statement: the transaction is rolled back. */
const SCRIPT_FAILED = 3

/** The settings at the beginning of a dump end long before this. */
const HEAD_BYTES = 4096

/**
 * The dump without the one setting that pg_dump 17 and newer write and that older servers refuse
 * as unknown. Zero is its default on every server that knows it.
 */
async function* readDump(file: string): AsyncGenerator<Buffer> {
  const head = await readHead(file)
  const accepted = head.toString('latin1').replace(/^SET transaction_timeout = 0;$/m, '')
  yield Buffer.from(accepted, 'latin1')
  yield* createReadStream(file, { start: head.length })
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function run(
  tool: 'pg_dump' | 'psql',
  url: string,
  args: readonly string[],
  { input, ending }: { input?: Readable; ending?: AbortSignal },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehousectl-'))
  try {
    const { dbname, password } = connectionOf(url, join(folder, 'roots.pem'))
    const child = spawn(tool, [...args, `--dbname=${dbname}`, '--no-password'], {
      // The password is in the environment: arguments are visible to other users of the machine.
      // oxlint-disable-next-line no-restricted-properties -- inherited, not read
      env: { ...process.env, ...(password && { PGPASSWORD: password }) },
      stdio: ['pipe', 'ignore', 'pipe'],
      signal: ending,
    })
    const fed = feed(child.stdin, input)
    let complaint = ''
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
    const [code] = (await once(child, 'close').catch(explainMissing(tool))) as [number | null]
    const read = await fed
    if (read instanceof Error) throw read
    if (code === 0) return
    const mayBeDone = input && read === 'all' && code !== SCRIPT_FAILED
    throw cannotRun(
      mayBeDone ? 'outcome_unknown' : 'tool_failed',
      `${tool} ended with ${code ?? 'a signal'}: ${complaint.trim()}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Resolves to how much of the input the program took, or to the error of an input that cannot be
 * read. A program that stops reading is not an error here: it says itself why it ended.
 */
async function feed(
  stdin: Writable,
  input: Readable = Readable.from([]),
): Promise<'all' | 'some' | Error> {
  return pipeline(input, stdin).then(
    () => 'all' as const,
    (error: NodeJS.ErrnoException) => {
      const isOfProgram = error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE'
      return isOfProgram ? 'some' : error
    },
  )
}

const explainMissing = (tool: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
  throw cannotRun(
    'tool_missing',
    `${tool} was not found. Install the client programs of PostgreSQL, of the version of the ` +
      'server or newer (Debian: postgresql-client).',
  )
}

/**
 * The connection without its password, in the form of libpq, and with TLS as the service's driver
 * has it. libpq accepts any certificate with `require`, and a plain connection with `prefer`; the
 * driver checks the certificate with both. `rootsFile`: gets the authorities that the driver
 * trusts, if the address names none.
 */
export function connectionOf(url: string, rootsFile: string): { dbname: string; password: string } {
  const parsed = new URL(url)
  const { searchParams } = parsed
  const password = decodeURIComponent(parsed.password) || searchParams.get('password') || ''
  parsed.password = ''
  const ssl = driverTls(url)
  for (const name of [...searchParams.keys()]) if (!LIBPQ.includes(name)) searchParams.delete(name)
  if (ssl && ssl.rejectUnauthorized === false) {
    searchParams.set('sslmode', 'require')
    // libpq checks the certificate whenever it is given root certificates, even with `require`.
    searchParams.delete('sslrootcert')
  } else if (ssl) {
    searchParams.set('sslmode', ssl.checkServerIdentity ? 'verify-ca' : 'verify-full')
    if (!searchParams.has('sslrootcert')) {
      writeFileSync(rootsFile, trustedRoots(), { mode: 0o600 })
      searchParams.set('sslrootcert', rootsFile)
    }
  }
  return { dbname: parsed.toString(), password }
}

/** The TLS options that the driver reads from an address; null for a plain connection. */
function driverTls(url: string): tls.ConnectionOptions | null {
  const { ssl } = new pg.Client({ connectionString: url }) as unknown as {
    ssl: tls.ConnectionOptions | boolean
  }
  return ssl === true ? {} : ssl || null
}

/** What the driver trusts. Node.js 20 does not say what flags such as --use-openssl-ca add. */
function trustedRoots(): string {
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default') => string[] }
  if (getCACertificates) return getCACertificates('default').join('\n')
  // oxlint-disable-next-line no-restricted-properties -- a variable of Node, not of the service
  const extra = process.env.NODE_EXTRA_CA_CERTS
  return [...tls.rootCertificates, ...(extra ? [readFileSync(extra, 'utf8')] : [])].join('\n')
}
