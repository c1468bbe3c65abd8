import { afterAll, afterEach, beforeAll } from 'vitest'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { database } from '@/lib/platform/db/database'
import { insertUser } from '@/tests/kit/insert-user'
import { closeLiveClients } from '@/tests/kit/live-client'
import { makeSession } from '@/tests/kit/make-user'
import { type ServiceProcess, startService } from '@/tests/kit/start-service'
import { testContext } from '@/tests/kit/test-context'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

/** Secrets shared by the instances and the test, so that sessions created here are valid there. */
const SHARED = {
  AUTH_JWT_SECRET: 'the-signing-secret-of-live-instances-0123456789',
  AUTH_JWT_ISSUER: 'http://gatehouse.test',
  AUTH_MFA_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  AUTH_IP_RATE_LIMIT: '100000/1m',
  AUTH_USER_RATE_LIMIT: '100000/1m',
}

/**
 * Runs instances of the service on the test's database; the test itself creates the sessions, with
 * the settings in `shared`.
 */
export function useLiveInstances(
  count: number,
  env: () => Record<string, string> = () => ({}),
  shared: Record<string, string> = {},
) {
  const services: ServiceProcess[] = []
  useSettings({ ...SHARED, ...shared })
  useTestDatabase()
  const start = (changed: Record<string, string> = {}) =>
    startService({
      env: {
        DATABASE_URL: database().pool.options.connectionString!,
        ...SHARED,
        ...shared,
        ...env(),
        ...changed,
      },
    })
  beforeAll(async () => {
    while (services.length < count) services.push(await start())
  }, 120_000)
  afterEach(() => closeLiveClients())
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()))
  })
  return {
    services,
    url: (n = 0) => services[n]!.url,
    /** Restarts an instance at its address, after a crash if it was killed. */
    async restart(n: number, changed: Record<string, string> = {}): Promise<void> {
      await services[n]!.stop()
      services[n] = await start({ ...changed, PORT: String(services[n]!.port) })
    },
    /** A user with a session of that surface. */
    signedInUser: async (
      surface: 'api' | 'web' = 'api',
      userId?: string,
    ): Promise<SignedInUser> => {
      const id = userId ?? (await insertUser()).id
      const session = await makeSession(id, testContext({ surface }))
      return { id, session, token: session.accessToken }
    },
  }
}

export interface SignedInUser {
  id: string
  session: IssuedSession
  token: string
}

/** The headers that a browser sends from one of the service's own pages. */
export function fromOwnPage(
  url: string,
  signedInUser: SignedInUser,
): { headers: Record<string, string> } {
  return { headers: { cookie: `access=${signedInUser.token}`, origin: url } }
}

/** The headers that an app sends. */
export function withBearer({ token }: SignedInUser): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}` } }
}
