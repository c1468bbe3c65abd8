/** Every refusal of the guard: its status, title, and text, the same as Gatehouse's own. */
const REFUSALS = {
  token_missing: [401, 'Token missing', 'Send an access token in the Authorization header.'],
  invalid_token: [401, 'Invalid token', 'The access token is invalid.'],
  token_expired: [401, 'Token expired', 'The access token has expired. Refresh it.'],
  session_revoked: [401, 'Session ended', 'This session has ended. Sign in again.'],
  account_disabled: [
    403,
    'Account not active',
    'This account is not active. Contact an administrator.',
  ],
  mfa_enrolment_required: [
    403,
    'Two-step verification required',
    'This account requires two-step verification. Set up an authenticator app or add a passkey first.',
  ],
  mfa_proof_required: [
    403,
    'Passkey confirmation required',
    'This account requires two-step verification. Confirm with a passkey first, or sign in with one.',
  ],
  impersonation_read_only: [
    403,
    'Read-only session',
    'You can’t change anything while you view as another user. Stop viewing first.',
  ],
  insufficient_permission: [
    403,
    'Permission missing',
    'You don’t have the permission this requires.',
  ],
  unavailable: [
    503,
    'Unavailable',
    'Access can’t be checked because the authorization service can’t be reached. Try again in a moment.',
  ],
  overloaded: [503, 'Overloaded', 'The service is busy. Try again in a moment.'],
  invalid_signature: [
    400,
    'Invalid signature',
    'The signature of this message is missing or incorrect, or its timestamp is off by more than 5 minutes.',
  ],
  body_too_large: [413, 'Body too large', 'The body is larger than this endpoint accepts.'],
} as const

export type RefusalCode = keyof typeof REFUSALS

export interface Refusal {
  ok: false
  code: RefusalCode
  /** For `insufficient_permission`: the permission that is missing. */
  requiredPermission?: string
  /** Replaces the text of the problem, where the code alone would mislead. */
  detail?: string
}

export function refuse(code: RefusalCode, requiredPermission?: string): Refusal {
  return { ok: false, code, ...(requiredPermission ? { requiredPermission } : {}) }
}

/** A refusal as an HTTP response: a problem document (RFC 9457). */
export interface ProblemResponse {
  status: number
  headers: Record<string, string>
  /** The JSON text of the problem document. */
  body: string
}

/** `publicUrl`: of Gatehouse, whose pages explain each code. `path`: of the refused request. */
export function toProblem(refusal: Refusal, publicUrl: string, path: string): ProblemResponse {
  const { code, requiredPermission, detail = REFUSALS[code][2] } = refusal
  const [status, title] = REFUSALS[code]
  const challenge = challengeFor(refusal)
  return {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(challenge ? { 'www-authenticate': challenge } : {}),
      ...(status === 503 ? { 'retry-after': '1' } : {}),
    },
    body: JSON.stringify({
      type: `${publicUrl}/docs/errors/${code}`,
      title,
      status,
      code,
      detail,
      instance: path.split('?', 1)[0],
      ...(requiredPermission ? { required_permission: requiredPermission } : {}),
    }),
  }
}

/** RFC 6750 §3. */
function challengeFor({ code, requiredPermission = '' }: Refusal): string | null {
  if (code === 'insufficient_permission')
    return `Bearer error="insufficient_scope", scope="${requiredPermission}"`
  if (code === 'token_missing') return 'Bearer realm="api"'
  return REFUSALS[code][0] === 401 ? 'Bearer realm="api", error="invalid_token"' : null
}
