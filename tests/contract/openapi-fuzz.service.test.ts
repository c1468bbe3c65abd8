import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '@/lib/identity/passwords/password-hash'
import { insertAdministrator } from '@/tests/kit/administrators'
import { type Case, edgeCases, plainCase } from '@/tests/kit/contract/api-cases'
import { ApiClient, bearer } from '@/tests/kit/contract/api-client'
import { type Operation } from '@/tests/kit/contract/api-document'
import { faultsOf, type PlainAnswer } from '@/tests/kit/contract/api-faults'
import { samplesOf } from '@/tests/kit/contract/api-samples'
import { throwawayParams } from '@/tests/kit/contract/api-throwaways'
import { EDGE_HEADERS } from '@/tests/kit/contract/edge-values'
import { useLiveInstances } from '@/tests/kit/live-instances'
import { PASSWORD } from '@/tests/kit/make-user'
import { isLongRun } from '@/tests/kit/long-run'
import { usePatientHashing } from '@/tests/kit/patient-hashing'
import { rawRequest } from '@/tests/kit/raw-request'
import { until } from '@/tests/kit/until'

const live = useLiveInstances(1, () => ({
  AUTH_IP_RATE_LIMIT: '1000000/1m',
  AUTH_MAX_LOGIN_ATTEMPTS: '10000',
  AUTH_MAX_LOGIN_ATTEMPTS_PER_IP: '10000',
  AUTH_EMAIL_CODE: 'true',
  OAUTH_GITHUB_CLIENT_ID: 'fuzz',
  OAUTH_GITHUB_CLIENT_SECRET: 'fuzz',
  OAUTH_APP_REDIRECT_URIS: 'com.example.app:/callback',
}))
/** How many operations are tested at once. */
const AT_ONCE = 6
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
afterAll(() => agent.destroy())

/**
 * Operations that change or end the account and sessions of the caller, or count their actions:
 * each gets its own administrator.
 */
const OWN_ACCOUNT = /^\/(?:me|auth|api-keys|inbox|uploads|users\/(?:imports|bulk-actions))\b/
/**
 * The statuses of documented requests that are refused because a precondition is not available
 * here.
 */
const REFUSED = {
  'GET /auth/oauth/{provider}': 302,
  'GET /auth/oauth/{provider}/callback': 400,
  'POST /auth/oauth/{provider}/callback': 415,
  'POST /auth/oauth/token': 400,
  'DELETE /me/identities/{provider}': 404,
  // The caller's session is their own.
  'DELETE /auth/impersonation': 409,
  'POST /auth/login #2': 401,
  'POST /auth/mfa/verify': 401,
  'POST /auth/mfa/verify #2': 401,
  'POST /auth/mfa/passkey-options': 401,
  'POST /auth/email-code/verify': 401,
  // Passkeys are answered by an authenticator, and no user has any.
  'POST /auth/passkeys/verify': 401,
  'POST /auth/reauthenticate': 401,
  'POST /auth/reauthenticate/options': 404,
  'POST /me/passkeys': 401,
  'PATCH /me/passkeys/{id}': 404,
  'DELETE /me/passkeys/{id}': 404,
  'POST /auth/mfa/enable': 409,
  'POST /auth/mfa/disable': 409,
  'POST /auth/mfa/recovery-codes': 409,
  'POST /auth/confirm-email': 400,
  'POST /auth/verify-email': 400,
  'POST /auth/setup': 400,
  'POST /unsubscribe': 400,
  'PUT /me/avatar': 415,
  // The sample's code was never sent.
  'POST /me/phone/verify': 422,
  'GET /users/{id}/avatar': 404,
  // These require a header with a key.
  'POST /payments': 400,
  'POST /payments/{id}/refund': 400,
  'POST /payments/simulator/{id}': 415,
  'POST /webhooks/payments/{provider}': 400,
  // Requires a form; the sample is JSON.
  'POST /webhooks/sms/twilio': 415,
  'POST /users/{id}/invitation': 409,
  'POST /users/{id}/invitation-link': 409,
  'DELETE /users/{id}/mfa': 409,
  // The area of the sample, policy, has nothing to test.
  'POST /settings/{area}/test': 404,
  'POST /users/imports/{id}/cancel': 409,
  'POST /users/imports/{id}/invitations': 409,
}

let api: ApiClient
let shared: Awaited<ReturnType<typeof administrator>>
/** Shared by all administrators, because hashing takes longer than most requests. */
let passwordHash: string

beforeAll(async () => {
  usePatientHashing()
  passwordHash = await hashPassword(PASSWORD)
  api = await ApiClient.of(live.url())
  shared = await administrator()
}, 120_000)

async function administrator() {
  const { id, email } = await insertAdministrator({ passwordHash })
  return { ...(await live.signedInUser('api', id)), email }
}

type Headers = Record<string, string>

/** Retries until the response is not that the service is temporarily overloaded. */
function send(method: string, sent: Case, headers: Headers = {}): Promise<PlainAnswer> {
  return until('an answer other than "try again in a moment"', 30_000, async () => {
    const answer = await sendOnce(method, sent, headers)
    return answer.status === 503 && /"code":"(?:overloaded|unavailable)"/.test(answer.text)
      ? null
      : answer
  })
}

function sendOnce(method: string, { path, body, type }: Case, more: Headers): Promise<PlainAnswer> {
  const headers = {
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    ...(type !== undefined && { 'content-type': type }),
    ...more,
  }
  return new Promise((done, fail) => {
    const sent = request(live.url(), { agent, method, path: `/api/v1${path}`, headers })
    sent.on('error', fail)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', () =>
        done(plain(response.statusCode!, response.headers, Buffer.concat(chunks))),
      )
    })
    sent.end(body)
  })
}

function plain(
  status: number,
  headers: NodeJS.Dict<string | string[]>,
  body: Buffer | string,
): PlainAnswer {
  const type = String(headers['content-type'] ?? '').split(';')[0] || null
  return { status, type, requestId: String(headers['x-request-id']), text: body.toString() }
}

/**
 * `npm test` sends every eighth case, a different eighth of each operation, so that every edge
 * value meets many operations; `npm run test:long` sends all of them.
 */
function share<T>(cases: Iterable<T>, operation: Operation): T[] {
  const offset = api.document.operations.indexOf(operation)
  return [...cases].filter((_, index) => isLongRun || (index + offset) % 8 === 0)
}

/** Runs all operations and returns the faults found. */
async function faultsOfAll(
  work: (operation: Operation, report: Report) => Promise<void>,
): Promise<string[]> {
  const faults: string[] = []
  const waiting = [...api.document.operations]
  const worker = async () => {
    for (let operation = waiting.shift(); operation; operation = waiting.shift()) {
      const one = operation
      await work(one, (sent, answer, about = '') => {
        const found = faultsOf(api.document, one, sent, answer)
        const asked = `${one.method} ${sent.path.slice(0, 150)} ${sent.body?.slice(0, 150) ?? ''} ${about}`
        const excerpt = answer.status < 500 ? answer.text.slice(0, 300) : loggedOf(answer)
        if (found.length > 0) faults.push(`${asked}: ${found.join('; ')} in ${excerpt}`)
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return faults
}

/** What the service logged about a failed request, since the response does not say why. */
function loggedOf({ requestId = '' }: PlainAnswer): string {
  const lines = live.services[0]!.output().split('\n')
  return lines.filter((line) => line.includes(requestId)).join('\n')
}

type Report = (sent: Case, answer: PlainAnswer, about?: string) => void

/** A caller with objects of their own to request. */
async function prepared(operation: Operation) {
  const actor = OWN_ACCOUNT.test(operation.path) ? await administrator() : shared
  const params = await throwawayParams(operation, api, actor)
  return { samples: await samplesOf(operation, actor, params), headers: bearer(actor.token) }
}

describe('every operation of the OpenAPI document', () => {
  it('accepts a request that matches the document', async () => {
    const refused: Record<string, number> = {}
    const faults = await faultsOfAll(async (operation, report) => {
      const { samples, headers } = await prepared(operation)
      for (const [form, sample] of samples.entries()) {
        const sent = plainCase(operation, sample())
        const answer = await send(operation.method, sent, headers)
        report(sent, answer)
        const name = `${operation.method} ${operation.path}${form > 0 ? ` #${form + 1}` : ''}`
        if (answer.status >= 300) refused[name] = answer.status
      }
    })
    expect(faults).toEqual([])
    expect(refused).toEqual(REFUSED)
  }, 300_000)

  it('answers edge values in every parameter and field as documented', async () => {
    const faults = await faultsOfAll(async (operation, report) => {
      const { samples, headers } = await prepared(operation)
      const by = operation.isPublic ? {} : headers
      for (const sample of samples)
        for (const sent of share(edgeCases(operation, sample), operation))
          report(sent, await send(operation.method, sent, by))
    })
    expect(faults).toEqual([])
  }, 900_000)

  it('reveals nothing about them to unauthenticated callers', async () => {
    const crashes: string[] = []
    const faults = await faultsOfAll(async (operation, report) => {
      if (operation.isPublic) return
      const { samples } = await prepared(operation)
      for (const sent of share(edgeCases(operation, samples[0]!), operation)) {
        const answer = await send(operation.method, sent)
        report(sent, answer)
        // An invalid path is refused before the caller is authenticated.
        const odd = /%|\/\.{1,2}(?:\/|$)/.test(sent.path.split('?')[0]!)
        if (answer.status !== 401 && !odd)
          crashes.push(`${operation.method} ${sent.path}: ${answer.status}`)
      }
    })
    expect([...faults, ...crashes]).toEqual([])
  }, 300_000)

  it('answers edge headers as documented', async () => {
    const faults = await faultsOfAll(async (operation, report) => {
      const { samples, headers } = await prepared(operation)
      const reads = operation.method === 'GET'
      for (const [name, value] of share(EDGE_HEADERS, operation)) {
        if (
          !reads &&
          name !== 'authorization' &&
          !(name === 'if-match' && operation.responses[412])
        )
          continue
        const sent = plainCase(operation, samples[0]!())
        const answer = await send(operation.method, sent, { ...headers, [name]: value })
        report(sent, answer, `${name}: ${value.slice(0, 50)}`)
      }
    })
    expect(faults).toEqual([])
  }, 300_000)

  it('declares the responses to requests that never reach it', async () => {
    const { port } = live.services[0]!
    const host = `Host: 127.0.0.1:${port}`
    const requests: [number, string[]][] = [
      [431, [host, `X-Long: ${'a'.repeat(17_000)}`]],
      [431, [host, ...Array.from({ length: 250 }, (_, i) => `X-${i}: 1`)]],
      [421, ['Host: evil.example']],
      [413, [host, 'Content-Length: 20000000', 'Expect: 100-continue']],
      [400, [host, 'Content-Length: 1', 'Transfer-Encoding: chunked']],
      [400, [host, host]],
    ]
    const faults = await faultsOfAll(async (operation, report) => {
      for (const [status, headers] of requests) {
        const sent = { path: operation.path.replace(/\{\w+\}/g, 'x') }
        const lines = [`${operation.method} /api/v1${sent.path} HTTP/1.1`, ...headers]
        const answer = await rawRequest(port, lines)
        report(sent, plain(answer.status, answer.headers, answer.body))
        expect([operation.path, answer.status]).toEqual([operation.path, status])
      }
    })
    expect(faults).toEqual([])
  }, 300_000)
})
