import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cannotRun } from '@/server/ctl/faults'

/** What libpq understands of the parameters of a connection string. */
const LIBPQ = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'port', 'connect_timeout']

/** Writes the database to a new file, as SQL. */
export function dumpDatabase(url: string, file: string): Promise<void> {
  return run('pg_dump', url, ['--no-owner', '--no-privileges', `--file=${file}`])
}

/** Runs a dump and then `sql` in one transaction: everything is restored, or nothing. */
export function loadDatabase(url: string, file: string, sql: string): Promise<void> {
  const options = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1']
  return run('psql', url, [...options, '--output=/dev/null', `--file=${file}`, `--command=${sql}`])
}

async function run(tool: 'pg_dump' | 'psql', url: string, args: readonly string[]): Promise<void> {
  const { dbname, password } = connectionOf(url)
  const child = spawn(tool, [...args, `--dbname=${dbname}`, '--no-password'], {
    // The password is in the environment: arguments are visible to other users of the machine.
    // oxlint-disable-next-line no-restricted-properties -- inherited, not read
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw cannotRun(
      'tool_missing',
      `${tool} was not found. Install the client programs of PostgreSQL, of the version of the ` +
        'server or newer (Debian: postgresql-client).',
    )
  })) as [number | null]
  if (code === 0) return
  throw cannotRun('tool_failed', `${tool} ended with ${code ?? 'a signal'}: ${complaint.trim()}`)
}

/** The connection without its password, in the form of libpq. */
export function connectionOf(url: string): { dbname: string; password: string } {
  const parsed = new URL(url)
  const password = decodeURIComponent(parsed.password) || parsed.searchParams.get('password') || ''
  parsed.password = ''
  // The driver's own name for encryption without a check of the certificate.
  if (parsed.searchParams.get('sslmode') === 'no-verify')
    parsed.searchParams.set('sslmode', 'require')
  for (const name of [...parsed.searchParams.keys()])
    if (!LIBPQ.includes(name)) parsed.searchParams.delete(name)
  return { dbname: parsed.toString(), password }
}
