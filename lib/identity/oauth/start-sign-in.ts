import { findEnabledProvider, type ProviderName } from '@/lib/config/providers/enabled-providers'
import { settings } from '@/lib/config/settings'
import { authorizationUrl } from '@/lib/identity/oauth/authorization-flow'
import { newFlowState } from '@/lib/identity/oauth/flow-secrets'
import { type Handoff, insertFlow } from '@/lib/identity/oauth/oauth-flow.store'
import { newSecretToken } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { logger } from '@/lib/platform/logger'
import { type FieldError, type Outcome, refuse } from '@/lib/platform/problems'
import type { RequestContext, Surface } from '@/lib/platform/request-context'

/** Where the browser goes, and the secret that it keeps until it returns. */
export interface AuthorizationStart {
  location: string
  browser: string
}

/**
 * Begins a sign-in at a provider. `browser` is this browser's existing secret, if any; concurrent
 * flows share it. `app` is the query of an app that takes over afterwards (API only); `nextPath` is
 * where the web app continues. Nothing is stored when the provider is unreachable.
 */
export async function startExternalSignIn(
  input: {
    provider: string
    browser: string | null
    nextPath?: string | null
    app?: URLSearchParams
  },
  ctx: RequestContext,
): Promise<Outcome<AuthorizationStart>> {
  const provider = findEnabledProvider(input.provider)
  if (!provider) return refuse('oauth_provider_disabled')
  const asked = input.app ? readHandoffRequest(input.app) : { ok: true as const, handoff: null }
  if (!asked.ok) return asked
  const { surface, now } = ctx
  const state = newFlowState()
  const browser = input.browser ?? newSecretToken()
  const found = await authorizationUrl(provider, {
    state,
    redirectUri: callbackUrl(surface, provider),
  })
  if (!found.ok) {
    logger().warn(
      { request_id: ctx.requestId, provider, reason: found.reason },
      'a provider is unavailable',
    )
    return refuse(found.code)
  }
  const nextPath = input.nextPath ?? null
  const { handoff } = asked
  await insertFlow(db(), { provider, surface, state, browser, link: null, nextPath, handoff, now })
  return { ok: true, location: found.address, browser }
}

const CHALLENGE_FORM = /^[A-Za-z0-9_-]{43}$/
const STATE_FORM = /^[\x20-\x7e]{1,512}$/

/**
 * Reads an app's request to take over after the sign-in (RFC 8252). Null without a `redirect_uri`.
 * Refused unless the URI is on the list exactly as given, and comes with a PKCE challenge (S256
 * only: RFC 7636 §4.2) and a state, each exactly once.
 */
function readHandoffRequest(query: URLSearchParams): Outcome<{ handoff: Handoff | null }> {
  if (!query.has('redirect_uri')) return { ok: true, handoff: null }
  const one = (name: string) => (query.getAll(name).length === 1 ? query.get(name)! : null)
  const redirectUri = one('redirect_uri')
  const codeChallenge = one('code_challenge')
  const method = one('code_challenge_method')
  const appState = one('state')
  const errors: FieldError[] = []
  if (redirectUri === null || !settings().external.appRedirectUris.includes(redirectUri))
    errors.push(
      fault(
        'redirect_uri',
        'not_supported',
        'This URL is not on the list of allowed apps, OAUTH_APP_REDIRECT_URIS.',
      ),
    )
  if (codeChallenge === null || !CHALLENGE_FORM.test(codeChallenge))
    errors.push(
      fault('code_challenge', 'invalid', 'Send the PKCE S256 challenge, 43 characters long.'),
    )
  if (method !== 'S256')
    errors.push(fault('code_challenge_method', 'not_supported', 'Only S256 is supported.'))
  if (appState === null || !STATE_FORM.test(appState))
    errors.push(fault('state', 'invalid', 'Send a state of 1 to 512 printable characters.'))
  if (errors.length > 0) return refuse('validation_failed', { errors })
  return {
    ok: true,
    handoff: { redirectUri: redirectUri!, codeChallenge: codeChallenge!, appState: appState! },
  }
}

function fault(field: string, code: string, detail: string): FieldError {
  return { pointer: `/${field}`, code, detail }
}

/**
 * The callback URL at a provider. Built from the settings only, never from a request's Host header.
 * One URL per provider and surface, so that a response can't be delivered to the wrong one
 * unnoticed (RFC 9700 §4.4).
 */
export function callbackUrl(surface: Surface, provider: ProviderName): string {
  const { baseUrl, external } = settings()
  const base = surface === 'web' ? baseUrl : `${external.apiCallbackBaseUrl}/api/v1`
  return new URL(`${base}/auth/oauth/${provider}/callback`).href
}

/** The callback at `path` with the provider's response parameters. */
export function callbackPathWith(
  path: string,
  said: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(said).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  )
  return `${path}?${new URLSearchParams(given).toString()}`
}
