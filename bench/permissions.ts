import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@/lib/testing/free-port'
import { loadGet, median } from '@/bench/http-load'
import { post, type ServiceUnderTest } from '@/bench/service-under-test'

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
  const bare = spawn(process.execPath, ['--import', 'tsx', 'bench/bare-server.ts', String(port)], {
    env: { ...process.env, ...under.env, PORT: String(under.service.port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(bare.stdout, 'data')
  const rates = { bare: [] as number[], service: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push((await loadGet(`http://127.0.0.1:${port}/`, { token, ...LOAD })).perSecond)
    const url = `${under.service.url}/api/v1/auth/permissions`
    rates.service.push((await loadGet(url, { token, ...LOAD })).perSecond)
  }
  bare.kill()
  return { bare: median(rates.bare), service: median(rates.service) }
}
