import autocannon from 'autocannon'

interface Load {
  perSecond: number
  p99Ms: number
}

/**
 * Sends GET requests to one URL for some seconds; returns requests per second and the 99th
 * percentile. Throws when one is refused.
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
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
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

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
