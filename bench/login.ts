import { latencyBeside, openLoop, perSecond } from '@/bench/http-load'
import { median } from '@/bench/statistics'
import { postJson } from '@/bench/post-json'
import { post, type ServiceUnderTest } from '@/bench/service-under-test'
import { loadSettings } from '@/lib/config/settings'
import { hashPassword } from '@/lib/identity/passwords/password-hash'

const CLIENTS = 8
const ROUNDS = 3
const SECONDS = 4
const FLOOD_FACTOR = 5

/**
 * POST /login against raw argon2id hashes on the same cores, alternating, after a warm-up. Per
 * second.
 */
export async function benchLogin(
  under: ServiceUnderTest,
): Promise<{ hashes: number; service: number }> {
  loadSettings(under.env)
  const body = JSON.stringify({ email: under.email, password: under.password })
  const hash = async () => void (await hashPassword(under.password))
  const signIn = async () => {
    const { status, text } = await postJson(`${under.service.url}/api/v1/auth/login`, body)
    if (status !== 200) throw new Error(`login: ${status} ${text}`)
  }
  await perSecond(CLIENTS, SECONDS, signIn)
  const rates = { hashes: [] as number[], service: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.hashes.push(await perSecond(CLIENTS, SECONDS, hash))
    rates.service.push(await perSecond(CLIENTS, SECONDS, signIn))
  }
  return { hashes: median(rates.hashes), service: median(rates.service) }
}

interface Flood {
  quietP99: number
  loadedP99: number
  accepted: number
  refused: number
  slowestRefusalMs: number
}

/**
 * The latency of permission checks, idle and while sign-ins arrive at five times the rate that can
 * be served.
 */
export async function benchFlood(under: ServiceUnderTest, loginsPerSecond: number): Promise<Flood> {
  const token = (await post(under.service.url, '/auth/login', under)).access_token!
  const url = `${under.service.url}/api/v1/auth/permissions`
  const outcome = { accepted: 0, refused: 0, slowestRefusalMs: 0 }
  const flood = (seconds: number) =>
    sendSignIns(under, loginsPerSecond * FLOOD_FACTOR, seconds, outcome)
  return { ...(await latencyBeside(flood, url, token)), ...outcome }
}

/** Sends sign-ins at a fixed rate, whether they are answered or not. */
async function sendSignIns(
  under: ServiceUnderTest,
  rate: number,
  seconds: number,
  outcome: Pick<Flood, 'accepted' | 'refused' | 'slowestRefusalMs'>,
): Promise<void> {
  const body = JSON.stringify({ email: under.email, password: under.password })
  const end = performance.now() + seconds * 1000
  const one = async () => {
    const sent = performance.now()
    const { status } = await postJson(`${under.service.url}/api/v1/auth/login`, body)
    if (status === 200) outcome.accepted++
    else {
      outcome.refused++
      outcome.slowestRefusalMs = Math.max(outcome.slowestRefusalMs, performance.now() - sent)
    }
  }
  await openLoop(rate, () => performance.now() >= end, one)
}
