import pg from 'pg'
import type { Cluster } from '@/tests/kit/cluster/cluster'
import { LiveSession } from '@/tests/kit/cluster/live-session'
import { PASSWORD } from '@/tests/kit/make-user'
import {
  ApiSession,
  type LoadClient,
  PermissionCheck,
  RepeatedSignIn,
  WebSession,
} from '@/tests/kit/session-client'
import { SessionLoad } from '@/tests/kit/session-load'
import { copyAdministrator, setUpAdministrator, user } from '@/tests/kit/upgrade-stage'
import { until } from '@/tests/kit/until'

const API_SESSIONS = 8
const WEB_SESSIONS = 4
const CHECKS = 4
const LIVE_SESSIONS = 8
const USES_BETWEEN = 200
/** Slow enough to leave the processor to an instance that starts, because all share one machine. */
const PAUSE_MS = 200
const RECONNECTED_WITHIN_MS = 60_000

/** What the clients of a cluster saw while its instances were restarted one after the other. */
export interface RestartReport {
  requests: number
  /** Each request and handshake that failed, and why. */
  failures: string[]
  signOuts: number
  reconnects: number
}

/** Restarts the instances of a new cluster one after the other while clients use it. */
export async function restartUnderLoad(
  cluster: Cluster,
  tell: (step: string) => void = () => undefined,
): Promise<RestartReport> {
  await createUsers(cluster)
  const { clients, live } = await openSessions(cluster.url)
  tell(
    `${API_SESSIONS} apps refresh, ${WEB_SESSIONS} browsers renew, ${CHECKS} services check ` +
      `permissions, ${LIVE_SESSIONS} live connections are open, and 1 user signs in repeatedly`,
  )
  const load = new SessionLoad([cluster.url], clients, PAUSE_MS)
  try {
    await load.runFor(USES_BETWEEN)
    for (const index of cluster.instances.keys()) {
      tell(`restarting instance ${index + 1}`)
      await cluster.restart(index)
      tell(`instance ${index + 1} is ready`)
      await load.runFor(USES_BETWEEN)
    }
    await until('the live connections are open', RECONNECTED_WITHIN_MS, () =>
      live.every(({ isServed }) => isServed),
    )
  } finally {
    await load.stop()
    for (const one of live) one.close()
  }
  return {
    requests: load.requests,
    failures: [...load.failures, ...live.flatMap(({ failures }) => failures)],
    signOuts: load.signOuts,
    reconnects: live.reduce((sum, { opened }) => sum + opened - 1, 0),
  }
}

async function createUsers({ instances, databaseUrl }: Cluster): Promise<void> {
  // Each start replaces the setup link.
  await setUpAdministrator(instances.at(-1)!)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  await copyAdministrator(pool, API_SESSIONS + WEB_SESSIONS + CHECKS + 1)
  await pool.end()
}

async function openSessions(url: string): Promise<{ clients: LoadClient[]; live: LiveSession[] }> {
  let number = 0
  const next = () => user(++number)
  const api: ApiSession[] = []
  const clients: LoadClient[] = []
  while (api.length < API_SESSIONS) api.push(await ApiSession.open(url, next(), PASSWORD))
  for (let n = 0; n < WEB_SESSIONS; n++) clients.push(await WebSession.open(url, next(), PASSWORD))
  // The first request of a page loads it, which takes seconds on a busy machine.
  for (const web of clients) await web.use(url)
  const checking: ApiSession[] = []
  while (checking.length < CHECKS) checking.push(await ApiSession.open(url, next(), PASSWORD))
  clients.push(...api, ...checking.map((session) => new PermissionCheck(session)))
  clients.push(new RepeatedSignIn({ email: next(), password: PASSWORD }))
  const live = Array.from(
    { length: LIVE_SESSIONS },
    (_, n) => new LiveSession(url, checking[n % CHECKS]!),
  )
  await until('the live connections are open', RECONNECTED_WITHIN_MS, () =>
    live.every(({ isServed }) => isServed),
  )
  return { clients, live }
}
