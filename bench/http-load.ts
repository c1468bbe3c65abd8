import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { median } from '@/bench/statistics'

const CHECKS = { connections: 10, perSecond: 200, seconds: 6 }
const CHECK_ROUNDS = 3
const SETTLE_MS = 2000

interface Load {
  perSecond: number
  p99Ms: number
}

/**
 * Sends GET requests to one URL for some seconds; returns requests per second and the 99th
 * percentile. Throws when one is refused or gets no answer.
 */
export async function loadGet(
  url: string,
  by: { token: string; seconds: number; connections: number; perSecond?: number },
): Promise<Load> {
  const result = await autocannon({
    url,
    headers: { authorization: `Bearer ${by.token}` },
    connections: by.connections,
    duration: by.seconds,
    // In a thread of its own, so that what this thread does meanwhile is not measured.
    workers: 1,
    ...(by.perSecond ? { overallRate: by.perSecond } : {}),
  })
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} refusals`)
  if (result.errors > 0) throw new Error(`${url}: ${result.errors} requests without an answer`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}

/**
 * The 99th percentile of requests at a low rate, in ms: alone, and beside `work`, which it gives
 * the seconds that the requests take. The two alternate, each after a pause in which earlier work
 * ends; the first requests only warm up.
 */
export async function latencyBeside(
  work: (seconds: number) => Promise<void>,
  url: string,
  token: string,
): Promise<{ quietP99: number; loadedP99: number }> {
  const checks = { ...CHECKS, token }
  await loadGet(url, checks)
  const quiet: number[] = []
  const loaded: number[] = []
  for (let round = 0; round < CHECK_ROUNDS; round++) {
    await sleep(SETTLE_MS)
    quiet.push((await loadGet(url, checks)).p99Ms)
    await sleep(SETTLE_MS)
    const [beside] = await Promise.all([loadGet(url, checks), work(CHECKS.seconds + 1)])
    loaded.push(beside.p99Ms)
  }
  return { quietP99: median(quiet), loadedP99: median(loaded) }
}

/** Runs `work` in `lanes` parallel loops for some seconds; returns completions per second. */
export async function perSecond(
  lanes: number,
  seconds: number,
  work: (lane: number) => Promise<void>,
): Promise<number> {
  const start = performance.now()
  const end = start + seconds * 1000
  let done = 0
  const loop = async (lane: number) => {
    while (performance.now() < end) {
      await work(lane)
      done++
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => loop(lane)))
  return (done / (performance.now() - start)) * 1000
}

/**
 * Calls `work` at a fixed rate without waiting for its end (an open loop, like attackers), until
 * `isOver` or the first failure, which it throws when all calls have ended.
 */
export async function openLoop(
  rate: number,
  isOver: () => boolean,
  work: () => Promise<void>,
): Promise<void> {
  const start = performance.now()
  const calls: Promise<void>[] = []
  const failures: unknown[] = []
  while (!isOver() && failures.length === 0) {
    const due = Math.floor(((performance.now() - start) / 1000) * rate)
    while (calls.length < due) calls.push(work().catch((error) => void failures.push(error)))
    await sleep(5)
  }
  await Promise.all(calls)
  if (failures.length > 0) throw failures[0]
}
