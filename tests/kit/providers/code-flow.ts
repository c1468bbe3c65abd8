import { createHash, randomBytes } from 'node:crypto'
import type { Dialect, Grant, Person, TokenRefusal } from '@/tests/kit/providers/dialect'
import type { Answer } from '@/tests/kit/providers/server'
import type { Mode } from '@/tests/kit/providers/faults'
import { idTokenFor } from '@/tests/kit/providers/id-tokens'
import {
  errorPage,
  formPage,
  isForm,
  redirectBack,
  type StandInRequest,
} from '@/tests/kit/providers/server'

/**
 * The provider's side of the authorization code flow. Codes are single-use and bound to the client
 * that requested them.
 */
export class CodeFlow {
  readonly #dialect: Dialect
  readonly #callbacks: string[]
  readonly #codes = new Map<string, Grant>()
  readonly #tokens = new Map<string, Grant>()
  readonly #known = new Set<unknown>()

  constructor(dialect: Dialect, callbacks: string[]) {
    this.#dialect = dialect
    this.#callbacks = callbacks
  }

  /** Forgets all users. */
  reset(): void {
    for (const memory of [this.#codes, this.#tokens, this.#known]) memory.clear()
  }

  /** Signs the user in, or lets them decline, and redirects the browser back. */
  authorize({ query }: StandInRequest, mode: Mode, person: Person): Answer {
    const objection = this.#objectionTo(query)
    if (objection) return errorPage(objection)
    const { iss, formPost, fragment } = this.#dialect
    const declines = mode === 'access_denied' || mode === 'evil_description'
    const back = new URLSearchParams(declines ? this.#denial(mode) : this.#grantTo(person, query))
    if (query.has('state')) back.set('state', query.get('state')!)
    if (mode === 'wrong_iss') back.set('iss', 'https://evil.example')
    else if (iss && mode !== 'no_iss') back.set('iss', iss)
    const redirectUri = query.get('redirect_uri')!
    return formPost ? formPage(redirectUri, back) : redirectBack(redirectUri, back, fragment)
  }

  /** Answers the token endpoint. */
  async exchange(request: StandInRequest, mode: Mode): Promise<Answer> {
    const {
      authenticate,
      pkce,
      openId,
      client,
      tokenExtras,
      refusal = plainRefusal,
    } = this.#dialect
    const { form } = request
    if (request.method !== 'POST' || !isForm(request.headers)) return refusal('invalid_request')
    if (!(await authenticate(request))) return refusal('invalid_client')
    if (form.get('grant_type') !== 'authorization_code') return refusal('unsupported_grant_type')
    if (pkce === 'refused' && form.has('code_verifier')) return refusal('unexpected_verifier')
    const grant = this.#redeem(form)
    if (!grant) return refusal('invalid_grant')
    const token = randomBytes(16).toString('hex')
    this.#tokens.set(token, grant)
    const idToken = openId && (await idTokenFor(grant, openId, client.id, mode))
    const own = { access_token: token, token_type: 'Bearer', expires_in: 3600 }
    return { body: { ...own, ...(idToken && { id_token: idToken }), ...tokenExtras?.(grant) } }
  }

  /** The grant of an access token; undefined if the token is invalid. */
  grantOf(authorization: string | undefined): Grant | undefined {
    return this.#tokens.get(authorization?.replace(/^Bearer /i, '') ?? '')
  }

  #objectionTo(query: URLSearchParams): string | null {
    const { client, pkce, objection } = this.#dialect
    const repeated = [...query.keys()].find((name) => query.getAll(name).length > 1)
    if (repeated) return `${repeated} is repeated`
    if (query.get('client_id') !== client.id) return 'unknown client_id'
    if (!this.#callbacks.includes(query.get('redirect_uri') ?? ''))
      return 'redirect_uri is not registered'
    if (query.get('response_type') !== 'code') return 'unsupported response_type'
    const unprotected = query.has('code_challenge') && query.get('code_challenge_method') !== 'S256'
    if (pkce === 'checked' && unprotected) return 'unsupported code_challenge_method'
    return objection?.(query) ?? null
  }

  #denial(mode: Mode): Record<string, string> {
    return {
      error: 'access_denied',
      error_description: 'declined',
      ...this.#dialect.denial,
      ...(mode === 'evil_description' && { error_description: '<script>alert(1)</script>' }),
    }
  }

  #grantTo(person: Person, query: URLSearchParams): Record<string, string> {
    const grant: Grant = {
      person: { ...person },
      redirectUri: query.get('redirect_uri')!,
      scopes: new Set((query.get('scope') ?? '').split(' ')),
      nonce: query.get('nonce'),
      challenge: query.get('code_challenge'),
      first: !this.#known.has(person.sub),
    }
    this.#known.add(person.sub)
    const code = randomBytes(16).toString('hex')
    this.#codes.set(code, grant)
    return { code, ...this.#dialect.extras?.(grant) }
  }

  /** The grant of a code. The code is consumed even if the rest of the request is invalid. */
  #redeem(form: URLSearchParams): Grant | null {
    const code = form.get('code') ?? ''
    const grant = this.#codes.get(code)
    this.#codes.delete(code)
    if (!grant || grant.redirectUri !== form.get('redirect_uri')) return null
    const bound = this.#dialect.pkce === 'checked'
    return bound && !proves(form.get('code_verifier'), grant.challenge) ? null : grant
  }
}

function proves(verifier: string | null, challenge: string | null): boolean {
  if (verifier === null || challenge === null) return verifier === challenge
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

function plainRefusal(reason: TokenRefusal): Answer {
  const error = reason === 'unexpected_verifier' ? 'invalid_request' : reason
  return {
    status: reason === 'invalid_client' ? 401 : 400,
    body: { error, error_description: reason },
  }
}
