import { vi } from 'vitest'
import { evaluatePageRequest, type SessionPort } from '@/lib/http/pages/page-gate'
import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import { type ProblemCode, refuse } from '@/lib/platform/problems'
import type { SessionPrincipal } from '@/lib/platform/request-context'

/** Who the session belongs to. */
export const principal: SessionPrincipal = {
  userId: 'u',
  sessionId: 's',
  generation: 1,
  authTime: new Date(0),
  kind: 'session' as const,
  impersonator: null,
  limitedTo: null,
  roles: ['user'],
  permissions: new Set(),
}
/** The session that a renewal returns. */
export const session = { accessToken: 'fresh' } as IssuedSession
/** The headers of a post from one's own pages. */
export const OWN = { origin: 'http://localhost:3000' }

/**
 * A session layer with the given results for the access cookie and for renewal with the refresh
 * cookie.
 */
export function sessionsWith(by: {
  access: 'live' | ProblemCode
  renew?: 'renewed' | ProblemCode
  allowed?: boolean
}) {
  return {
    whoIs: vi.fn<SessionPort['whoIs']>(async (cookie) =>
      by.access === 'live' || cookie === 'fresh' ? { ok: true, principal } : refuse(by.access),
    ),
    renew: vi.fn<SessionPort['renew']>(async () =>
      by.renew === 'renewed' ? { ok: true, session } : refuse(by.renew ?? 'token_missing'),
    ),
    cookieHeaderWith: () => 'fresh',
    checkAccess: vi.fn<SessionPort['checkAccess']>(() =>
      by.allowed ? null : Promise.resolve(refuse('insufficient_permission')),
    ),
  } satisfies SessionPort
}

/** What the page gate decides about a request with the cookie `old`. */
export const evaluate = (
  sessions: SessionPort,
  path: string,
  by: { method?: string; headers?: Record<string, string> } = {},
) =>
  evaluatePageRequest(
    {
      path,
      method: by.method ?? 'GET',
      headers: new Headers({ cookie: 'old', ...by.headers }),
      at: new Date(),
    },
    sessions,
  )
