import { readFileSync } from 'node:fs'
import { Agent, request, type RequestOptions } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { describeOnServer, itLong } from '@/tests/kit/describe-if'
import { accepted, openPlain, openSocketIo } from '@/tests/kit/live-client'
import { useLiveInstances, withBearer } from '@/tests/kit/live-instances'
import { rawRequest } from '@/tests/kit/raw-request'
import { startService } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const API = '/api/v1/ws'
const WITHIN_MS = 60_000
const METRICS_TOKEN = 'a-token-for-the-metrics-of-32-characters'

/** The status of a request on a connection of its own, so that the workers take turns; 0: none. */
function statusOf(url: string, options: RequestOptions = {}): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(url, { ...options, agent: new Agent() }, (res) => {
      res.resume().on('end', () => resolve(res.statusCode ?? 0))
    })
    asked.on('error', () => resolve(0)).end()
  })
}

const times = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))

describeOnServer('several workers', () => {
  const live = useLiveInstances(1, () => ({
    WORKERS: '2',
    TRUST_PROXY_HOPS: '1',
    AUTH_IP_RATE_LIMIT: '20/1h',
    METRICS_TOKEN,
  }))
  const workers = () => {
    const { pid } = live.services[0]!.child
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  }
  const isReady = () =>
    until('all workers are ready', WITHIN_MS, () =>
      live.services[0]!.output().includes('the workers are ready'),
    )
  const sumOf = async (series: RegExp) => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const text = await (await fetch(`${live.url()}/metrics`, { headers })).text()
    const lines = text.split('\n').filter((line) => series.test(line))
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  const requestsCounted = () => sumOf(/^gatehouse_http_requests_total\{.*"\/healthz"/)
  const restartsCounted = () => sumOf(/^gatehouse_worker_restarts_total /)

  // Until then, one worker gets every request.
  beforeAll(isReady)

  it('share the limit of an address, so that more workers allow no more requests', async () => {
    const url = `${live.url()}/api/v1/auth/verify-email`
    const options = { method: 'POST', headers: { 'x-forwarded-for': '203.0.113.1' } }
    const statuses = await Promise.all(times(50, () => statusOf(url, options)))
    expect(statuses.filter((status) => status !== 429)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  it('serve a client that polls, whichever worker gets its requests', async () => {
    const user = await live.signedInUser()
    const clients = await Promise.all(
      times(4, () => accepted(openSocketIo(live.url(), API, withBearer(user), ['polling']))),
    )
    await until('every client knows its inbox', WITHIN_MS, () => {
      expect(clients.map((client) => client.ended())).toEqual(clients.map(() => null))
      return clients.every((client) => client.of('inbox.updated').length > 0)
    })
    const upgraded = await accepted(
      openSocketIo(live.url(), API, withBearer(user), ['polling', 'websocket']),
    )
    await until(
      'the upgraded client knows its inbox',
      WITHIN_MS,
      () => upgraded.of('inbox.updated').length > 0,
    )
  })

  it('refuse an upgrade to a URL without a valid host, and one with an unknown sid', async () => {
    const { port } = new URL(live.url())
    const upgrade = (target: string) =>
      rawRequest(Number(port), [
        `GET ${target} HTTP/1.1`,
        `Host: localhost:${port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      ])
    for (const sid of ['1-x', '2-x']) {
      const path = `/api/v1/ws?EIO=4&transport=websocket&sid=${sid}`
      expect((await upgrade(`http://localhost:99999${path}`)).status).toBe(400)
      for (const _ of workers()) expect((await upgrade(path)).status).toBe(400)
    }
    expect(live.services[0]!.output()).not.toContain('uncaught')
  })

  it('share the limit of refused handshakes of an address, of polling as well', async () => {
    const token = 'x'.repeat(43)
    const url = `${live.url()}/api/v1/ws?EIO=4&transport=polling&access_token=${token}`
    const ask = (address: string) => statusOf(url, { headers: { 'x-forwarded-for': address } })
    const address = `203.0.113.${1 + Math.floor(Math.random() * 254)}`
    await until('both workers refuse unchecked', WITHIN_MS, async () => {
      const statuses = await Promise.all(times(100, () => ask(address)))
      expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
      return statuses.every((status) => status === 429)
    })
    expect(await ask('198.51.100.1')).toBe(401)
  })

  it('share the limit of connections of a user', async () => {
    const user = await live.signedInUser()
    const opened = await Promise.all(times(30, () => openPlain(live.url(), withBearer(user))))
    expect(opened.filter((one) => one === 429)).toHaveLength(10)
  })

  it('report the requests of all of them', async () => {
    const before = await requestsCounted()
    await Promise.all(times(10, () => statusOf(`${live.url()}/healthz`)))
    expect(await requestsCounted()).toBe(before + 10)
  })

  it('are reported although one is stuck, in less than a scrape may take', async () => {
    const before = await requestsCounted()
    const stuck = Number(workers()[0]!)
    process.kill(stuck, 'SIGSTOP')
    onTestFinished(() => void process.kill(stuck, 'SIGCONT'))
    // Connections that it was given before are not answered, but others are.
    const answered = async () => {
      const asked = times(4, () => Promise.race([requestsCounted(), sleep(8000, null)]))
      return (await Promise.all(asked)).find((counted) => counted !== null)
    }
    expect(await answered()).toBeGreaterThanOrEqual(before)
  })

  itLong('keep the counts of a worker that was killed, and replace it', async () => {
    const before = await requestsCounted()
    const restarts = await restartsCounted()
    const victim = workers()[0]!
    process.kill(Number(victim), 'SIGKILL')
    await until(
      'it is replaced',
      WITHIN_MS,
      () => workers().length === 2 && !workers().includes(victim),
    )
    expect(await requestsCounted()).toBe(before)
    expect(await restartsCounted()).toBe(restarts + 1)
  })

  itLong('are replaced by SIGHUP without a failed request', async () => {
    const old = workers()
    const statuses: number[] = []
    let on = true
    const load = times(4, async () => {
      while (on) statuses.push(await statusOf(`${live.url()}/healthz`))
    })
    live.services[0]!.child.kill('SIGHUP')
    await until('the workers are others', WITHIN_MS, () => {
      const now = workers()
      return now.length === 2 && !now.some((pid) => old.includes(pid))
    })
    on = false
    await Promise.all(load)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(statuses.length).toBeGreaterThan(20)
  })
})

it('ends with an error and says why if the primary process cannot start', async () => {
  const service = await startService({
    env: {
      WORKERS: '2',
      DATABASE_URL: 'postgresql://localhost:1/none',
      APP_ENV: 'local',
      TMPDIR: '/nonexistent',
    },
    waitUntilReady: false,
  })
  expect(await service.exitCode()).toBe(1)
  expect(service.output()).toContain('the service could not start')
})

it('refuses more workers than one on the embedded database, which one process can use', async () => {
  const service = await startService({ env: { WORKERS: '2' }, waitUntilReady: false })
  expect(await service.exitCode()).toBe(1)
  expect(service.output()).toBe('DATABASE_URL must be set for WORKERS other than 1\n')
})
