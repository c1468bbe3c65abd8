import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '@/tests/kit/free-port'

const PLACES = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

/** A Redis server that belongs to the test, on a free loopback port, without persistence. */
export interface OwnRedis {
  url: string
  /** Starts or restarts it on the same port and waits until it responds. */
  start(): Promise<void>
  /** Kills it, as in a crash. */
  kill(): Promise<void>
  /** Makes it hang: connections stay open, nothing responds. */
  freeze(): void
  thaw(): void
}

/** The path of an installed redis-server. */
export function findRedisBinary(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...PLACES]
  return (
    folders.map((folder) => join(folder, 'redis-server')).find((path) => existsSync(path)) ?? null
  )
}

/** A server that `start` starts. */
export function ownRedis(binary: string): OwnRedis {
  let child: ChildProcess | null = null
  let port = 0
  const endWithTests = () => void child?.kill('SIGKILL')
  return {
    get url() {
      return `redis://127.0.0.1:${port}`
    },
    async start() {
      port ||= await freePort()
      child = await startRedis(binary, port)
      process.once('exit', endWithTests)
    },
    async kill() {
      process.off('exit', endWithTests)
      const dying = child
      child = null
      if (!dying || dying.exitCode !== null || dying.signalCode !== null) return
      const gone = new Promise((resolve) => dying.once('exit', resolve))
      dying.kill('SIGKILL')
      await gone
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

function startRedis(binary: string, port: number): Promise<ChildProcess> {
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(binary, options, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let output = ''
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${output}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2000)
      if (output.includes('eady to accept connections')) resolve(child)
    })
  })
}
