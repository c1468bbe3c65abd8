import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '@/tests/kit/free-port'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { until } from '@/tests/kit/until'

/** Whether pgbouncer is installed. */
export function hasPgbouncer(): boolean {
  return spawnSync('pgbouncer', ['--version']).status === 0
}

/** A pooler in transaction mode. */
export interface Pgbouncer {
  /** The address of the same database through the pooler. */
  url: string
  stop(): Promise<void>
}

/** Starts pgbouncer in transaction mode before the database at `url`, with few sessions. */
export async function startPgbouncer(url: string, sessions: number): Promise<Pgbouncer> {
  const { hostname, port, username, pathname } = new URL(url)
  const folder = temporaryFolder()
  const listenPort = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${sessions}`,
    'max_client_conn = 1000',
    'unix_socket_dir =',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  chmodSync(folder, 0o755)
  // It refuses to run as root.
  const root = process.getuid?.() === 0
  const child = spawn('pgbouncer', root ? ['-u', 'nobody', file] : [file], { stdio: 'ignore' })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const pooled = `postgresql://${username}@127.0.0.1:${listenPort}${pathname}`
  await until('pgbouncer answers', 10_000, async () => {
    const client = new pg.Client({ connectionString: pooled, connectionTimeoutMillis: 1000 })
    client.on('error', () => undefined)
    return client
      .connect()
      .then(() => client.end())
      .then(
        () => true,
        () => false,
      )
  })
  const stop = async () => {
    child.kill('SIGQUIT')
    await once(child, 'exit')
    process.off('exit', endWithUs)
  }
  return { url: pooled, stop }
}
