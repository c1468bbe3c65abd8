import { settings } from '@/lib/config/settings'
import type { Handoff } from '@/lib/external/oauth-flow.store'
import { refuse, type FieldError, type Outcome } from '@/lib/platform/problems'

const CHALLENGE_FORM = /^[A-Za-z0-9_-]{43}$/
const STATE_FORM = /^[\x20-\x7e]{1,512}$/

/**
 * What an app asks for when it wants to take over after the sign-in (RFC 8252): null without a `redirect_uri`, a refusal unless
 * that stands exactly so on the list, comes with a PKCE challenge (S256, no other: RFC 7636 §4.2) and a state, each once.
 */
export function readHandoffRequest(query: URLSearchParams): Outcome<{ handoff: Handoff | null }> {
  if (!query.has('redirect_uri')) return { ok: true, handoff: null }
  const one = (name: string) => (query.getAll(name).length === 1 ? query.get(name)! : null)
  const redirectUri = one('redirect_uri')
  const codeChallenge = one('code_challenge')
  const method = one('code_challenge_method')
  const appState = one('state')
  const errors: FieldError[] = []
  if (redirectUri === null || !settings().external.appRedirectUris.includes(redirectUri))
    errors.push(fault('redirect_uri', 'not_supported', 'This URL is not on the list of allowed apps.'))
  if (codeChallenge === null || !CHALLENGE_FORM.test(codeChallenge))
    errors.push(fault('code_challenge', 'invalid', 'Send the PKCE S256 challenge, 43 characters long.'))
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
