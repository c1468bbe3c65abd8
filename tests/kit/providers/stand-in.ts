import type { ServerResponse } from 'node:http'
import { CodeFlow } from '@/tests/kit/providers/code-flow'
import type { Dialect, Person } from '@/tests/kit/providers/dialect'
import type { Answer } from '@/tests/kit/providers/server'
import { breaksAt, padded, type Endpoint, type Mode } from '@/tests/kit/providers/faults'
import { discoveryDocument, publicKeys } from '@/tests/kit/providers/id-tokens'
import { send, startServer, type StandInRequest } from '@/tests/kit/providers/server'

/** A provider on loopback that signs in the user a test sets, and fails as the test requests. */
export interface StandIn {
  /** The catalog id. */
  id: string
  base: string
  /** Settings for a service that uses it. */
  env: Record<string, string>
  state: { mode: Mode; person: Person }
  /** The form of every token request, unchanged. */
  tokenRequests: Record<string, string>[]
  /** Restores the default behavior and user, and forgets everything else. */
  reset(): void
  close(): Promise<void>
}

/**
 * Starts a provider. `make` gets its base URL and returns how it deviates from the plain protocol;
 * `services` are the base URLs of the services with registered callbacks, without a trailing slash.
 */
export async function startStandIn(
  services: string[],
  make: (base: string) => Dialect,
): Promise<StandIn> {
  const { base, close } = await startServer((request, res) => serve(request, res))
  const dialect = make(base)
  const flow = new CodeFlow(dialect, callbacksOf(services, dialect.id))
  const endpoints = endpointsOf(dialect)
  const standIn: StandIn = {
    id: dialect.id,
    base,
    env: { ...credentials(dialect), ...dialect.settings },
    state: { mode: 'ok', person: dialect.person() },
    tokenRequests: [],
    reset() {
      standIn.state = { mode: 'ok', person: dialect.person() }
      standIn.tokenRequests.length = 0
      flow.reset()
    },
    close,
  }

  async function serve(request: StandInRequest, res: ServerResponse): Promise<void> {
    const { mode, person } = standIn.state
    if (request.path === dialect.paths.authorize)
      return send(res, flow.authorize(request, mode, person))
    const endpoint = endpoints.get(request.path)
    if (!endpoint) return send(res, { status: 404, body: { message: 'Not Found' } })
    if (endpoint === 'token') standIn.tokenRequests.push(Object.fromEntries(request.form))
    if (breaksAt(endpoint, mode, res)) return
    const found = await answer(request, endpoint, mode)
    const { body } = found
    const isObject = typeof body === 'object' && !Array.isArray(body)
    send(res, isObject ? { ...found, body: padded(endpoint, mode, body) } : found)
  }

  async function answer(request: StandInRequest, endpoint: Endpoint, mode: Mode): Promise<Answer> {
    if (endpoint === 'token') return flow.exchange(request, mode)
    if (endpoint === 'discovery') return { body: discoveryDocument(base, dialect, mode) }
    if (endpoint === 'keys') return { body: await publicKeys() }
    const grant = flow.grantOf(request.headers.authorization)
    if (!grant) return dialect.unauthorized ?? { status: 401, body: { error: 'invalid_token' } }
    const told = dialect.resources[request.path]!.answer(grant, request)
    return mode === 'foreign_userinfo'
      ? { ...told, body: { ...(told.body as object), sub: 'somebody-else' } }
      : told
  }
  return standIn
}

/** The callback URLs of services, on both surfaces. */
export function callbacksOf(services: string[], id: string): string[] {
  return services.flatMap((service) => [
    `${service}/auth/oauth/${id}/callback`,
    `${service}/api/v1/auth/oauth/${id}/callback`,
  ])
}

function credentials({ id, client }: { id: string; client: { id: string; secret: string } }) {
  const prefix = `OAUTH_${id.toUpperCase().replaceAll('-', '_')}`
  return {
    [`${prefix}_CLIENT_ID`]: client.id,
    ...(client.secret && { [`${prefix}_CLIENT_SECRET`]: client.secret }),
  }
}

function endpointsOf({ paths, openId, resources }: Dialect): Map<string, Endpoint> {
  return new Map<string, Endpoint>([
    [paths.token, 'token'],
    ...(openId
      ? ([
          [openId.paths.discovery, 'discovery'],
          [openId.paths.keys, 'keys'],
        ] as const)
      : []),
    ...Object.entries(resources).map(([path, { endpoint }]) => [path, endpoint] as const),
  ])
}
