import { freePort } from '@/tests/kit/free-port'
import { loadGet } from '@/bench/http-load'
import { median } from '@/bench/statistics'
import { post, type ServiceUnderTest } from '@/bench/service-under-test'
import { startReference } from '@/bench/start-reference'

const ROUNDS = 3
const LOAD = { seconds: 4, connections: 20 }

/**
 * GET /permissions against a bare Node server that verifies the same JWT, alternating. Requests per
 * second.
 */
export async function benchPermissions(
  under: ServiceUnderTest,
): Promise<{ bare: number; service: number }> {
  const token = (await post(under.service.url, '/auth/login', under)).access_token!
  const port = await freePort()
  const stop = await startReference(['--import', 'tsx', 'bench/bare-server.ts', String(port)], {
    ...process.env,
    ...under.env,
    PORT: String(under.service.port),
  })
  const rates = { bare: [] as number[], service: [] as number[] }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      rates.bare.push((await loadGet(`http://127.0.0.1:${port}/`, { token, ...LOAD })).perSecond)
      const url = `${under.service.url}/api/v1/auth/permissions`
      rates.service.push((await loadGet(url, { token, ...LOAD })).perSecond)
    }
  } finally {
    stop()
  }
  return { bare: median(rates.bare), service: median(rates.service) }
}
