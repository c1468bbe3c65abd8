import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@/tests/kit/free-port'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'
import { findRedisBinary, ownRedis } from '@/tests/kit/redis-server'
import { BALANCER, isInstalled, startProxy } from '@/tests/kit/reverse-proxies'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { until } from '@/tests/kit/until'

const INSTANCES = 2
const READY_WITHIN_MS = 30_000

/** The Debian packages that a cluster needs and this machine lacks. */
export function missingPackages(): string[] {
  const isThere = {
    postgresql: PostgresCluster.isInstalled(),
    'redis-server': findRedisBinary() !== null,
    haproxy: isInstalled(BALANCER),
  }
  return Object.entries(isThere).flatMap(([name, found]) => (found ? [] : [name]))
}

/**
 * A whole installation on free ports of this machine: PostgreSQL, Redis, and two instances behind
 * HAProxy. They run in local mode, because there is no certificate, with the settings of
 * production where they matter to a restart.
 */
export class Cluster {
  readonly url: string
  readonly databaseUrl: string
  readonly instances: readonly ServiceProcess[]
  readonly #env: Record<string, string>
  readonly #closers: readonly (() => Promise<unknown>)[]

  private constructor(
    url: string,
    instances: readonly ServiceProcess[],
    env: Record<string, string>,
    closers: readonly (() => Promise<unknown>)[],
  ) {
    this.url = url
    this.databaseUrl = env.DATABASE_URL!
    this.instances = instances
    this.#env = env
    this.#closers = closers
  }

  /** Everything is ready when it resolves. If something cannot start, what has started is ended. */
  static async start(): Promise<Cluster> {
    const closers: (() => Promise<unknown>)[] = []
    try {
      const postgres = (await PostgresCluster.create())!
      closers.push(() => postgres.remove())
      const redis = ownRedis(findRedisBinary()!)
      await redis.start()
      closers.push(() => redis.kill())
      const http = await freePort()
      const url = `http://127.0.0.1:${http}`
      const env = environment({ url, database: postgres.url, redis: redis.url })
      const instances: ServiceProcess[] = []
      closers.push(() => Promise.all(instances.map((instance) => instance.stop())))
      while (instances.length < INSTANCES) instances.push(await startService({ env }))
      closers.push(startProxy(BALANCER, { http, services: instances.map(({ port }) => port) }).stop)
      await until('HAProxy has found the instances', READY_WITHIN_MS, () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      return new Cluster(url, instances, env, closers)
    } catch (error) {
      await endAll(closers)
      throw error
    }
  }

  /** Stops an instance as systemd does, starts it again, and returns when it is ready. */
  async restart(index: number): Promise<void> {
    const { port, folder } = this.instances[index]!
    const code = await this.instances[index]!.stop()
    if (code !== 0) throw new Error(`instance ${index + 1} ended with exit code ${code}`)
    const env = { ...this.#env, PORT: String(port) }
    const started = await startService({ env, folder })
    ;(this.instances as ServiceProcess[])[index] = started
  }

  /** Ends everything, and leaves nothing behind. */
  async stop(): Promise<void> {
    await endAll(this.#closers)
  }
}

async function endAll(closers: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const close of [...closers].reverse()) await close()
}

function environment(at: { url: string; database: string; redis: string }): Record<string, string> {
  const files = join(temporaryFolder(), 'data')
  mkdirSync(files)
  return {
    APP_BASE_URL: at.url,
    TRUST_PROXY_HOPS: '1',
    DATABASE_URL: at.database,
    REDIS_URL: at.redis,
    DATA_DIR: files,
    AUTH_JWT_SECRET: randomBytes(32).toString('base64'),
    AUTH_MFA_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    // The default of production.
    DRAIN_SECONDS: '2',
    // All clients have one address here.
    AUTH_IP_RATE_LIMIT: '100000/1m',
    AUTH_USER_RATE_LIMIT: '100000/1m',
  }
}
