import { startService } from '@/tests/kit/start-service'
import { loadGet } from '@/bench/http-load'
import { median, type Spread, spreadOf } from '@/bench/statistics'
import { timeUntil } from '@/bench/time-until'
import { post, type ServiceUnderTest } from '@/bench/service-under-test'

const ROUNDS = 3
const LOAD = { seconds: 4, connections: 20 }
const REVOCATIONS = 150
const WARM_UP = 15

interface Created {
  id: string
  key: string
}

/**
 * GET /permissions with an API key against the same with a session, alternating, in requests per
 * second; and the milliseconds from revoking a key on one instance until another refuses it.
 */
export async function benchKeys(
  under: ServiceUnderTest,
): Promise<{ session: number; key: number; revoked: Spread }> {
  const token = (await post(under.service.url, '/auth/login', under)).access_token!
  const { key } = await createKey(under.service.url, token)
  const url = `${under.service.url}/api/v1/auth/permissions`
  const rates = { session: [] as number[], key: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.session.push((await loadGet(url, { token, ...LOAD })).perSecond)
    rates.key.push((await loadGet(url, { token: key, ...LOAD })).perSecond)
  }
  const revoked = await measureRevocations(under, token)
  return { session: median(rates.session), key: median(rates.key), revoked }
}

async function measureRevocations(under: ServiceUnderTest, token: string): Promise<Spread> {
  const other = await startService({ env: under.env })
  try {
    const times: number[] = []
    for (let n = 0; n < WARM_UP + REVOCATIONS; n++) {
      const { id, key } = await createKey(under.service.url, token)
      const used = () => statusOf(`${other.url}/api/v1/auth/permissions`, key)
      if ((await used()) !== 200) throw new Error('a new key was refused')
      const start = performance.now()
      const revoked = await statusOf(`${under.service.url}/api/v1/api-keys/${id}`, token, 'DELETE')
      if (revoked >= 300) throw new Error(`a key was not revoked: ${revoked}`)
      const isRefused = async () => (await used()) === 401
      times.push(await timeUntil('a revoked key is refused', start, isRefused))
    }
    return spreadOf(times.slice(WARM_UP))
  } finally {
    await other.stop()
  }
}

async function createKey(url: string, token: string): Promise<Created> {
  const expires = new Date(Date.now() + 86_400_000).toISOString()
  const answer = await fetch(`${url}/api/v1/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', permissions: ['users:list'], expires_at: expires }),
  })
  if (!answer.ok) throw new Error(`no key was created: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Created
}

async function statusOf(url: string, token: string, method = 'GET'): Promise<number> {
  const answer = await fetch(url, { method, headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  return answer.status
}
