import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { freePort } from '@/tests/kit/free-port'
import { temporaryFolder } from '@/tests/kit/temporary-folder'
import { median } from '@/bench/statistics'
import { databaseAddress } from '@/bench/seeded-database'
import { post, type ServiceUnderTest } from '@/bench/service-under-test'
import { startReference } from '@/bench/start-reference'

const ROUNDS = 3
const SECONDS = 4
const CLIENTS = 16

interface Load {
  url: string
  headers: Record<string, string>
  body?: string
}

/** Requests per second of the service and of a peer, for one thing that both do. */
export interface Comparison {
  what: string
  service: number
  peer: number
}

/**
 * Sign-ins and session checks against better-auth, which is installed into a folder of its own, on
 * the same PostgreSQL server, alternating. Each hashes passwords as it does by default: the service
 * with argon2id, better-auth with scrypt.
 */
export async function benchPeers(under: ServiceUnderTest): Promise<Comparison[]> {
  const folder = temporaryFolder()
  cpSync('bench/peers', folder, { recursive: true })
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder })
  const started: (() => void)[] = []
  const start = async (database: string, mode: string) => {
    const { stop, api } = await startBetterAuth(under, { folder, database, mode })
    started.push(stop)
    return signUp(api, under)
  }
  try {
    const plain = await start('peer', 'plain')
    const cached = await start('peer_cached', 'cached')
    const token = (await post(under.service.url, '/auth/login', under)).access_token!
    const own: Load = {
      url: `${under.service.url}/api/v1/auth/permissions`,
      headers: { authorization: `Bearer ${token}` },
    }
    const credentials = { email: under.email, password: under.password }
    const signIn = { url: `${under.service.url}/api/v1/auth/login`, ...json(credentials) }
    return [
      await compare('session check', own, plain.session),
      await compare('session check, peer with its cookie cache', own, cached.session),
      await compare('sign-in', signIn, plain.signIn),
    ]
  } finally {
    for (const stop of started) stop()
  }
}

const json = (body: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function compare(what: string, own: Load, other: Load): Promise<Comparison> {
  await rate(own)
  await rate(other)
  const rates = { service: [] as number[], peer: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.service.push(await rate(own))
    rates.peer.push(await rate(other))
  }
  return { what, service: median(rates.service), peer: median(rates.peer) }
}

/** Accepted requests per second: a service that is overloaded may refuse some. */
async function rate({ url, headers, body }: Load): Promise<number> {
  const result = await autocannon({
    url,
    headers,
    connections: CLIENTS,
    duration: SECONDS,
    ...(body ? { method: 'POST', body } : {}),
  })
  if (result.errors > 0) throw new Error(`${url}: ${result.errors} requests without an answer`)
  const accepted = result['2xx']
  if (accepted === 0) throw new Error(`${url}: ${result.non2xx} refusals`)
  return accepted / result.duration
}

/** Starts it on a database of its own. Returns how to stop it, and the address of its API. */
async function startBetterAuth(
  { postgres }: ServiceUnderTest,
  by: { folder: string; database: string; mode: string },
): Promise<{ stop: () => void; api: string }> {
  await postgres.run(`CREATE DATABASE ${by.database}`)
  const address = databaseAddress(postgres.url, by.database)
  const port = await freePort()
  const args = [join(by.folder, 'better-auth.mjs'), address, String(port), by.mode]
  const stop = await startReference(args, { PATH: process.env.PATH, NODE_ENV: 'production' })
  return { stop, api: `http://127.0.0.1:${port}/api/auth` }
}

/** Creates a user; returns the requests that check their session and sign them in. */
async function signUp(
  api: string,
  { email, password }: { email: string; password: string },
): Promise<{ session: Load; signIn: Load }> {
  const answer = await fetch(`${api}/sign-up/email`, {
    method: 'POST',
    body: JSON.stringify({ email, password, name: 'Root' }),
    headers: { 'content-type': 'application/json', origin: new URL(api).origin },
  })
  if (!answer.ok) throw new Error(`better-auth: ${answer.status} ${await answer.text()}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return {
    session: { url: `${api}/get-session`, headers: { cookie } },
    signIn: { url: `${api}/sign-in/email`, ...json({ email, password }) },
  }
}
