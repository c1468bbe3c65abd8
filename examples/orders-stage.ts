import { createHmac, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { type Stage, stage, START } from '../clients/guard/test/gatehouse-stand-in.js'

/** An order service behind a guard, in front of a stand-in for Gatehouse. */
export interface OrdersStage extends Stage {
  /** Calls the service as the user of the stand-in. */
  call(path: string, init?: RequestInit): Promise<Response>
}

const key = randomBytes(32)

/** `start` serves the example's app and returns its fetch. */
export async function stageOrders(
  start: (staged: Stage) => Promise<(path: string, init: RequestInit) => Promise<Response>>,
): Promise<OrdersStage> {
  const staged = await stage({ webhookSecrets: [`whsec_${key.toString('base64')}`] })
  const call = await start(staged)
  const authorization = staged.gatehouse.bearer()
  return {
    ...staged,
    call: (path, { headers, ...init } = {}) =>
      call(path, { ...init, headers: { authorization, ...(headers as object) } }),
  }
}

/** A new order as a request. */
export function order(): RequestInit {
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify({ product: 'tea', quantity: 2 }) }
}

/** A webhook that says that the user's session has ended, as a request. */
export function revocation(): RequestInit {
  const body = JSON.stringify({ type: 'session.revoked', data: { session_id: 'session-1' } })
  const at = String(START / 1000)
  const mac = createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64')
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': at,
    'webhook-signature': `v1,${mac}`,
  }
  return { method: 'POST', headers, body }
}

/** Checks that a refusal looks like one of Gatehouse's own. */
export async function expectProblem(
  answer: Response,
  expected: { status: number; code: string; challenge: string | null },
): Promise<Record<string, unknown>> {
  const { status, code, challenge } = expected
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('www-authenticate')).toBe(challenge)
  const problem = (await answer.json()) as Record<string, unknown>
  expect(problem).toMatchObject({ status, code, instance: '/orders' })
  expect(problem.type).toMatch(new RegExp(`^http://127.0.0.1:\\d+/docs/errors/${code}$`))
  return problem
}
