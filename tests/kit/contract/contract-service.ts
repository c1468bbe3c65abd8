import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { isLongRun } from '@/tests/kit/long-run'
import { PASSWORD } from '@/tests/kit/make-user'
import { startService, type ServiceProcess } from '@/tests/kit/start-service'
import { until } from '@/tests/kit/until'

type Lane = readonly [name: string, args: readonly string[]]

/**
 * The ways in which the API is served; a contract must hold for both. Next serves it only in
 * development, so in `npm test` only three suites check it: contract, second-factor, and audit.
 */
export const LANES: readonly Lane[] = [
  ['the gateway', []],
  ...(isLongRun ? [['Next', ['--api-served-by=next']] as const] : []),
]

/** The first administrator of the service in contract tests. */
export const ROOT = { email: 'root@example.org', password: PASSWORD }

/** A running service with its first administrator. */
export interface ContractService {
  service: ServiceProcess
  /** Checks every response against the service's own OpenAPI document. */
  api: ApiClient
  /** The administrator's credential as a header. */
  admin: { authorization: string }
  adminId: string
}

/**
 * Starts a service in local mode, with limits that no test reaches, and creates its first
 * administrator (ROOT).
 */
export async function startContractService(args: readonly string[]): Promise<ContractService> {
  const env = {
    AUTH_IP_RATE_LIMIT: '100000/1m',
    AUTH_USER_RATE_LIMIT: '100000/1m',
    AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '10000',
  }
  const service = await startService({ env, args: [...args] })
  const api = await ApiClient.of(service.url)
  const link = /\/auth\/setup\?token=([\w-]{43})/
  const token = await until('the set-up link', 10_000, () => link.exec(service.output())?.[1])
  const { status, body } = await api.post('/auth/setup', { token, ...ROOT })
  if (status !== 201) throw new Error(`no administrator could be made: ${status}`)
  const { id } = body.user as { id: string }
  return { service, api, admin: bearer(String(body.access_token)), adminId: id }
}
