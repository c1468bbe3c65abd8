import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseAnswer, RawConnection } from '@/tests/kit/raw-request'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

const CLIENTS = 24
const HEAD = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'

let service: ServiceProcess

interface Answer {
  status: number
  /** The error instead of a response, such as ECONNRESET. */
  error: string | null
  closes: boolean
}

function get(path: string, agent: Agent): Promise<Answer> {
  const { port } = service
  return new Promise((resolve) => {
    const failed = ({ code = '' }: NodeJS.ErrnoException) =>
      resolve({ status: 0, error: code, closes: true })
    request({ port, host: '127.0.0.1', path, agent }, (res) => {
      const { statusCode: status = 0, headers } = res
      res.on('error', failed).resume()
      res.on('end', () => resolve({ status, error: null, closes: headers.connection === 'close' }))
    })
      .on('error', failed)
      .end()
  })
}

/** A client with one connection, which it uses until a response closes it. */
async function useConnection(answers: Answer[], pauseMs: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let last: Answer
  do {
    answers.push((last = await get('/api/v1', agent)))
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  } while (!last.closes)
  agent.destroy()
}

describe('a stop under load', () => {
  const answers: Answer[] = []
  let [arriving, idle]: (RawConnection | null)[] = []
  let fresh: Answer
  beforeAll(async () => {
    service = await startService({ env: { DRAIN_SECONDS: '1' } })
    const clients = Array.from({ length: CLIENTS }, (_, n) => useConnection(answers, n))
    idle = new RawConnection(service.port).send(`${HEAD}\r\n`)
    await until('every client is served', 10_000, () => answers.length > 10 * CLIENTS)
    arriving = new RawConnection(service.port).send(HEAD)
    await until('the idle connection is answered', 5000, () => idle!.received().includes('200'))
    service.child.kill('SIGTERM')
    const agent = new Agent()
    await until('/readyz says so', 5000, async () => (await get('/readyz', agent)).status === 503)
    fresh = await get('/healthz', agent)
    await Promise.all(clients)
  })
  afterAll(() => service.kill9())

  it('resets no request on a connection that is kept alive', () => {
    expect(answers.filter(({ error }) => error)).toEqual([])
    expect(answers.filter(({ closes }) => closes)).toHaveLength(CLIENTS)
  })

  it('still serves new connections after /readyz announced it', () => {
    expect(fresh).toEqual({ status: 200, error: null, closes: true })
  })

  it('closes idle connections, answers a request that was arriving, and ends', async () => {
    expect(parseAnswer(await idle!.untilClosed()).headers.connection).toBe('keep-alive')
    arriving!.send('\r\n')
    expect(parseAnswer(await arriving!.untilClosed()).headers.connection).toBe('close')
    expect(await service.exitCode()).toBe(0)
  })
})
