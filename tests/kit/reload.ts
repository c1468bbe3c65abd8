import { makeUser, PASSWORD } from '@/tests/kit/make-user'
import { ApiSession, PermissionCheck, RepeatedSignIn, WebSession } from '@/tests/kit/session-client'
import { SessionLoad } from '@/tests/kit/session-load'
import { type ServiceProcess, startService } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const WITHIN_MS = 120_000
const USES_BETWEEN = 100
const API_SESSIONS = 6
const WEB_SESSIONS = 3

/** What the clients of a service with two workers saw while these were replaced twice. */
export interface ReloadReport {
  failures: string[]
  signOuts: number
  requests: number
  refreshes: number
}

/** Starts a service with two workers, which need not be ready yet when it resolves. */
export function startWorkers(env: Record<string, string>): Promise<ServiceProcess> {
  return startService({
    waitUntilReady: false,
    env: {
      WORKERS: '2',
      AUTH_JWT_SECRET: 'the-signing-secret-of-two-workers-0123456789',
      AUTH_IP_RATE_LIMIT: '100000/1m',
      AUTH_USER_RATE_LIMIT: '100000/1m',
      ...env,
    },
  })
}

export async function untilReady(service: ServiceProcess): Promise<void> {
  await until('both workers are ready', WITHIN_MS, () => {
    if (service.child.exitCode !== null) throw new Error(`it ended: ${service.output()}`)
    return service.output().includes('the workers are ready')
  })
}

/** Replaces the workers, and returns when the old ones have ended. */
export async function reload(service: ServiceProcess): Promise<void> {
  const from = service.output().length
  service.child.kill('SIGHUP')
  await until('the workers are replaced', WITHIN_MS, () =>
    /(?<!not )reloaded/.test(service.output().slice(from)),
  )
}

/** Replaces the workers twice while clients use their sessions. */
export async function reloadUnderLoad(service: ServiceProcess): Promise<ReloadReport> {
  const { url } = service
  const account = async () => ({ email: (await makeUser()).email, password: PASSWORD })
  const api: ApiSession[] = []
  const web: WebSession[] = []
  while (api.length < API_SESSIONS)
    api.push(await ApiSession.open(url, (await account()).email, PASSWORD))
  while (web.length < WEB_SESSIONS)
    web.push(await WebSession.open(url, (await account()).email, PASSWORD))
  const check = new PermissionCheck(await ApiSession.open(url, (await account()).email, PASSWORD))
  const clients = [...api, ...web, check, new RepeatedSignIn(await account())]
  const load = new SessionLoad([url], clients)
  try {
    await load.runFor(USES_BETWEEN)
    for (let round = 0; round < 2; round++) {
      await reload(service)
      await load.runFor(USES_BETWEEN)
    }
  } finally {
    await load.stop()
  }
  const { failures, signOuts, requests } = load
  const refreshes = api.reduce((sum, session) => sum + session.refreshes, 0)
  return { failures, signOuts, requests, refreshes }
}
