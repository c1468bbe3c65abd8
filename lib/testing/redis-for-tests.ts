import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { describeIf } from '@/lib/testing/describe-if'
import { freePort } from '@/lib/testing/free-port'

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

/**
 * A `describe` whose tests need any Redis server: TEST_REDIS_URL, or one started for them. `define`
 * gets a function that returns its address, for use in hooks and tests. The server may be shared,
 * so use unique keys and channels. Without a server the tests are reported as skipped, with the
 * reason in their name.
 */
export function describeWithRedis(name: string, define: (redisUrl: () => string) => void): void {
  const given = process.env.TEST_REDIS_URL
  if (given) describe(name, () => define(() => given))
  else describeWithOwnRedis(name, (redis) => define(() => redis.url))
}

/** The same, with a server that the tests may kill and freeze. Requires a `redis-server` binary. */
export function describeWithOwnRedis(name: string, define: (redis: OwnRedis) => void): void {
  const binary = findRedisBinary()
  describeIf(binary !== null, 'no redis-server')(name, () => {
    const redis = ownRedis(binary ?? '')
    beforeAll(() => redis.start(), 20_000)
    afterAll(() => redis.kill())
    define(redis)
  })
}

function findRedisBinary(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...PLACES]
  return (
    folders.map((folder) => join(folder, 'redis-server')).find((path) => existsSync(path)) ?? null
  )
}

function ownRedis(binary: string): OwnRedis {
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
