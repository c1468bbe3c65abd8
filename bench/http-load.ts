import autocannon from 'autocannon'
import { Agent, request } from 'node:http'

interface Load {
  perSecond: number
  p99Ms: number
}

/** Loads one address for some seconds and returns requests per second and the 99th percentile. Throws on refusals. */
export async function loadGet(
  url: string,
  by: { token: string; seconds: number; connections: number; perSecond?: number },
): Promise<Load> {
  const result = await autocannon({
    url,
    headers: { authorization: `Bearer ${by.token}` },
    connections: by.connections,
    duration: by.seconds,
    ...(by.perSecond ? { overallRate: by.perSecond } : {}),
  })
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} refusals`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 })

/** Posts JSON over kept connections; the cheapest client that Node has. */
export function postJson(url: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const call = request(url, { method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** Runs `work` in `lanes` loops for some seconds; returns completions per second. */
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
