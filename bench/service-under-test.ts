import { randomBytes } from 'node:crypto'
import { PASSWORD } from '@/tests/kit/make-user'
import { PostgresCluster } from '@/tests/kit/postgres-cluster'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

/** The service as in production, on its own durable PostgreSQL, with one administrator. */
export interface ServiceUnderTest {
  service: ServiceProcess
  postgres: PostgresCluster
  env: Record<string, string>
  email: string
  password: string
  stop(): Promise<void>
}

/** Starts PostgreSQL and the service. Throws when PostgreSQL is not installed. */
export async function startServiceUnderTest(): Promise<ServiceUnderTest> {
  const postgres = await PostgresCluster.create('durable')
  if (!postgres) throw new Error('the bench needs PostgreSQL (Debian: apt-get install postgresql)')
  const env = {
    DATABASE_URL: postgres.url,
    AUTH_JWT_SECRET: randomBytes(32).toString('base64url'),
    AUTH_MFA_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    AUTH_IP_RATE_LIMIT: '1000000/1m',
    AUTH_USER_RATE_LIMIT: '1000000/1m',
    AUTH_MAX_LOGIN_ATTEMPTS: '10000',
    AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '1000000',
    LOG_LEVEL: 'warn',
  }
  const service = await startService({ env })
  const email = 'root@example.org'
  const token = await until(
    'the set-up link',
    10_000,
    () => /setup\?token=([\w-]+)/.exec(service.output())?.[1],
  )
  await post(service.url, '/auth/setup', { token, email, password: PASSWORD })
  const stop = async () => {
    await service.stop()
    await postgres.remove()
  }
  return { service, postgres, env, email, password: PASSWORD, stop }
}

/** Posts JSON and returns the body of the answer. Throws on any status other than 2xx. */
export async function post(
  url: string,
  path: string,
  body: object,
): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const value = (await answer.json()) as Record<string, string>
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(value)}`)
  return value
}
