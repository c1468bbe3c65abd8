import { newId } from '@/lib/platform/ids'
import { startService } from '@/tests/kit/start-service'
import { post, type ServiceUnderTest } from '@/bench/service-under-test'
import { type Spread, spreadOf } from '@/bench/statistics'
import { timeUntil } from '@/bench/time-until'

const CHANGES = 300
const WARM_UP = 30

/**
 * The n-th change of a user's permissions, and whether their answer of GET /permissions reflects
 * it.
 */
type Change = (n: number) => { path: string; body: object; inForce(held: Held): boolean }
type Held = { roles: string[]; permissions: string[] }

/**
 * Milliseconds from sending a change to one instance until another answers with it: for a role, and
 * for a user's roles.
 */
export async function benchPropagation(
  under: ServiceUnderTest,
): Promise<{ role: Spread; user: Spread }> {
  const email = `${newId()}@example.org`
  const [userId, roleId] = [newId(), newId()]
  const { postgres } = under
  await postgres.run(`INSERT INTO users (id, email, status, password_hash, email_verified_at)
    SELECT '${userId}', '${email}', 'active', password_hash, now() FROM users WHERE email = '${under.email}'`)
  await postgres.run(
    `INSERT INTO roles (id, name, name_key) VALUES ('${roleId}', 'Clerk', 'clerk')`,
  )
  await postgres.run(`INSERT INTO user_roles (user_id, role_id) VALUES ('${userId}', '${roleId}')`)
  // The default issuer of a token is the address of the instance that signed it.
  const issuer = { AUTH_JWT_ISSUER: `http://localhost:${under.service.port}` }
  const other = await startService({ env: { ...under.env, ...issuer } })
  try {
    const by = {
      url: `${under.service.url}/api/v1`,
      admin: await signIn(under.service.url, under),
      otherUrl: `${other.url}/api/v1`,
      user: await signIn(under.service.url, { email, password: under.password }),
    }
    const role = await measure(by, (n) => {
      const permissions = n % 2 === 0 ? ['users:list'] : []
      const inForce = (held: Held) => held.permissions.length === permissions.length
      return { path: `/rbac/roles/${roleId}/permissions`, body: { permissions }, inForce }
    })
    const user = await measure(by, (n) => {
      const roles = n % 2 === 0 ? ['user'] : ['Clerk']
      const inForce = (held: Held) => held.roles.join() === roles.join()
      return { path: `/users/${userId}/roles`, body: { roles }, inForce }
    })
    return { role, user }
  } finally {
    await other.stop()
  }
}

async function signIn(url: string, by: { email: string; password: string }) {
  const { email, password } = by
  return {
    authorization: `Bearer ${(await post(url, '/auth/login', { email, password })).access_token}`,
  }
}

interface Between {
  url: string
  admin: Record<string, string>
  otherUrl: string
  user: Record<string, string>
}

async function measure({ url, admin, otherUrl, user }: Between, change: Change): Promise<Spread> {
  const times: number[] = []
  for (let n = 0; n < WARM_UP + CHANGES; n++) {
    const { path, body, inForce } = change(n)
    const headers = { ...admin, 'content-type': 'application/json' }
    const start = performance.now()
    await read(`${url}${path}`, { method: 'PUT', headers, body: JSON.stringify(body) })
    const isInForce = async () =>
      inForce((await read(`${otherUrl}/auth/permissions`, { headers: user })) as Held)
    times.push(await timeUntil(`${path} takes effect`, start, isInForce))
  }
  return spreadOf(times.slice(WARM_UP))
}

async function read(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
  return JSON.parse(text)
}
