/**
 * Every error a client can get (RFC 9457): its code, status and fixed English title. `detail` is
 * the default if there is nothing more specific. The web pages translate by code.
 */
export const problems = {
  malformed_json: [400, 'Malformed JSON', 'The body is not valid JSON.'],
  bad_request: [400, 'Bad request', 'The request can’t be read.'],
  invalid_or_expired_token: [
    400,
    'Invalid or expired link',
    'This link is invalid, expired, or already used. Request a new one.',
  ],
  idempotency_key_required: [
    400,
    'Idempotency key required',
    'Send an Idempotency-Key header: a random value for each attempt, and the same value when you retry it.',
  ],
  invalid_signature: [
    400,
    'Invalid signature',
    'The signature of this message is missing or incorrect, or its timestamp is off by more than 5 minutes.',
  ],
  invalid_credentials: [
    401,
    'Incorrect email address or password',
    'The email address or password is incorrect.',
  ],
  token_missing: [401, 'Token missing', 'Send an access token in the Authorization header.'],
  invalid_token: [401, 'Invalid token', 'The access token is invalid.'],
  token_expired: [401, 'Token expired', 'The access token has expired. Refresh it.'],
  session_revoked: [401, 'Session ended', 'This session has ended. Sign in again.'],
  reauthentication_required: [401, 'Recent sign-in required', 'Sign in again to do this.'],
  refresh_token_reused: [
    401,
    'Refresh token reused',
    'This refresh token was already used, so the session was ended. Sign in again.',
  ],
  invalid_refresh_token: [
    401,
    'Invalid refresh token',
    'The refresh token is invalid or expired. Sign in again.',
  ],
  invalid_mfa_code: [
    401,
    'Incorrect code',
    'That code is incorrect or already used. Wait for the next one.',
  ],
  mfa_challenge_expired: [
    401,
    'Sign-in expired',
    'This sign-in took too long, was already used, or had too many incorrect codes. Start again.',
  ],
  invalid_email_code: [
    401,
    'Incorrect email code',
    'That code is incorrect, expired, or already used. Enter the newest one, or request another.',
  ],
  passkey_refused: [
    401,
    'Passkey refused',
    'The passkey couldn’t be verified, or the request expired. Try again.',
  ],
  oauth_failed: [
    400,
    'Sign-in with the provider failed',
    'The sign-in could not be completed. Try again.',
  ],
  oauth_denied: [400, 'Sign-in canceled', 'The sign-in was canceled at the provider.'],
  oauth_email_required: [
    400,
    'Verified email address required',
    'The provider didn’t return a verified email address for this account. Verify one there, then try again.',
  ],
  botcheck_failed: [400, 'Bot check failed', 'We couldn’t verify that you’re human. Try again.'],
  email_not_verified: [
    403,
    'Email address not confirmed',
    'Confirm your email address first. You can request a new link.',
  ],
  registration_closed: [
    403,
    'Sign-up closed',
    'This email address can’t be registered here. Ask an administrator for an invitation.',
  ],
  approval_pending: [
    403,
    'Waiting for approval',
    'An administrator has to approve this account first. We’ll email you when it’s approved.',
  ],
  account_disabled: [
    403,
    'Account not active',
    'This account is not active. Contact an administrator.',
  ],
  privilege_escalation: [
    403,
    'Permissions you don’t have',
    'You can’t grant permissions you don’t have or change a user who has them.',
  ],
  system_permission: [
    403,
    'Built-in permission',
    'This permission is built into the service. It can’t be created, changed, or deleted.',
  ],
  insufficient_permission: [
    403,
    'Permission missing',
    'You don’t have the permission this requires.',
  ],
  impersonation_read_only: [
    403,
    'Read-only session',
    'You can’t change anything while you view as another user. Stop viewing first.',
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
  session_required: [
    403,
    'Session required',
    'API keys can’t do this. Sign in and use an access token.',
  ],
  address_not_allowed: [
    403,
    'Address not allowed',
    'This API key can’t be used from this IP address.',
  ],
  origin_not_allowed: [403, 'Origin not allowed', 'The request came from another site.'],
  not_found: [404, 'Not found', 'This doesn’t exist, or you don’t have access to it.'],
  oauth_provider_disabled: [
    404,
    'Provider not available',
    'You can’t sign in with this provider here.',
  ],
  feature_disabled: [404, 'Not available here', 'This sign-in method is not available here.'],
  method_not_allowed: [405, 'Method not allowed', 'This endpoint doesn’t support that method.'],
  request_timeout: [408, 'Request timeout', 'The request took too long to arrive.'],
  last_second_factor: [
    409,
    'Last verification method',
    'This account requires two-step verification. Set up another method before you remove this one.',
  ],
  conflict: [409, 'Conflict', 'The request conflicts with the current state.'],
  email_taken: [409, 'Email address taken', 'Another account has this email address.'],
  password_required: [
    409,
    'Password required',
    'Send a password with the token: the one chosen at sign-up, or a new one.',
  ],
  mfa_already_enabled: [
    409,
    'Two-step verification is already on',
    'Two-step verification is already on. Turn it off first.',
  ],
  mfa_not_enabled: [409, 'Two-step verification is off', 'Two-step verification is not turned on.'],
  mfa_enrolment_missing: [
    409,
    'Setup expired',
    'There is no setup to complete, or it has expired. Start again.',
  ],
  account_link_required: [
    409,
    'Connect the account first',
    'An account with this email address exists. Sign in with its password, then connect the provider under “Connected accounts”.',
  ],
  identity_taken: [
    409,
    'Connected to another user',
    'That provider account is already connected to another user.',
  ],
  last_way_in: [
    409,
    'Last sign-in method',
    'This is the only way to sign in to the account. Set a password first.',
  ],
  last_admin: [
    409,
    'Last administrator',
    'This is the last active administrator. Add another one first.',
  ],
  system_role_immutable: [
    409,
    'System role',
    'The admin and user roles can’t be deleted, and their name, description, and permissions can’t be changed.',
  ],
  idempotency_conflict: [
    409,
    'Idempotency key already used',
    'This Idempotency-Key was used for a different request. Repeat that request, or send a new key.',
  ],
  trail_too_long: [
    409,
    'Audit trail too long',
    'The audit trail is too long to verify in one request. Run gatehousectl audit verify on the server, which has no time limit.',
  ],
  role_in_use: [409, 'Role in use', 'A user still has this role. Remove it from them first.'],
  role_name_taken: [409, 'Role name taken', 'Another role has this name.'],
  permission_name_taken: [
    409,
    'Permission name taken',
    'There is already a permission with this name.',
  ],
  precondition_failed: [
    412,
    'Changed in the meantime',
    'This has changed since you read it. Read it again.',
  ],
  body_too_large: [413, 'Body too large', 'The body is larger than this endpoint accepts.'],
  payload_too_large: [413, 'File too large', 'The file is larger than 10 MiB.'],
  unsupported_media_type: [415, 'Unsupported media type', 'Send application/json.'],
  range_not_satisfiable: [
    416,
    'Range not satisfiable',
    'The requested range starts after the end of the file.',
  ],
  misdirected_request: [
    421,
    'Misdirected request',
    'This service doesn’t respond to that host name.',
  ],
  validation_failed: [422, 'Validation failed', 'One or more fields are invalid.'],
  card_number_refused: [
    422,
    'Card number refused',
    'Never send card numbers here. Send a payment method token from the payment provider.',
  ],
  refund_too_large: [422, 'Refund too large', 'The amount is more than what is left to refund.'],
  password_too_weak: [422, 'Password too weak', 'Choose a stronger password.'],
  image_too_large: [422, 'Image too large', 'The image has more than 40 megapixels.'],
  quota_exceeded: [
    429,
    'Storage quota exceeded',
    'There is not enough storage left for this file. Delete files you no longer need.',
  ],
  account_locked: [
    429,
    'Too many attempts',
    'Too many failed attempts. Wait for the time in the Retry-After header.',
  ],
  phone_budget_exceeded: [
    429,
    'Too many codes',
    'Too many confirmation codes were requested. Wait for the time in the Retry-After header.',
  ],
  rate_limited: [429, 'Too many requests', 'Too many requests in a short time. Try again later.'],
  headers_too_large: [
    431,
    'Headers too large',
    'The request has too many headers, or they are too long.',
  ],
  internal_error: [
    500,
    'Internal error',
    'Something went wrong on our side. Try again, and include the request ID if you report it.',
  ],
  not_implemented: [501, 'Method not implemented', 'This service doesn’t support that method.'],
  oauth_unavailable: [
    503,
    'Provider unavailable',
    'The provider can’t be used right now. Try again in a moment.',
  ],
  botcheck_unavailable: [
    503,
    'Bot check unavailable',
    'We can’t verify that you’re human right now. Try again in a moment.',
  ],
  payments_unavailable: [503, 'Payments unavailable', 'Payments are not set up on this server.'],
  overloaded: [503, 'Overloaded', 'The service is busy. Try again in a moment.'],
  sms_unavailable: [
    503,
    'Text messages unavailable',
    'Text messages can’t be sent right now. Try again later.',
  ],
  unavailable: [503, 'Unavailable', 'The service can’t reach its database. Try again in a moment.'],
} as const satisfies Record<string, readonly [number, string, string]>

export type ProblemCode = keyof typeof problems

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code)
}

/** What a caller without a valid token or session gets. */
export const SIGNED_OUT_CODES: readonly ProblemCode[] = [
  'token_missing',
  'invalid_token',
  'token_expired',
  'session_revoked',
]

/** An error of one field: `pointer` is a JSON Pointer (RFC 6901) into the body. */
export interface FieldError {
  pointer: string
  code: string
  detail: string
  /** Values for the placeholders of the code's text on a page; not part of the API's answer. */
  figures?: Readonly<Record<string, number>>
}

/** A use case's refusal: a code, and what the client needs to continue. */
export interface Refusal {
  ok: false
  code: ProblemCode
  detail?: string
  errors?: FieldError[]
  retryAfterSeconds?: number
  requiredPermission?: string
  maxAgeSeconds?: number
  /** For `range_not_satisfiable`: the size of the file. */
  sizeBytes?: number
  /**
   * For `account_locked`: whether the attempts of the client's network or those for the account
   * reached the limit.
   */
  lockedBy?: 'network' | 'account'
  /** For `conflict`: the greatest number there can be, if that was reached. */
  limit?: number
}

/** What every use case returns: `{ ok: true, … }` or a refusal. */
export type Outcome<T extends object = object> = ({ ok: true } & T) | Refusal

/** Builds a refusal. */
export function refuse(code: ProblemCode, extra: Omit<Refusal, 'ok' | 'code'> = {}): Refusal {
  return { ok: false, code, ...extra }
}

/**
 * Thrown where continuing makes no sense (a dependency is unavailable, a queue is full); becomes
 * the problem it carries.
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly refusal: Refusal

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal.code, options)
    this.refusal = refusal
  }
}
