/**
 * Every error a client can meet (RFC 9457): its code, status and fixed English title. `detail` is the sentence shown when
 * nothing more precise is known. The web pages translate by code.
 */
export const problems = {
  malformed_json: [400, 'Malformed JSON', 'The body is not valid JSON.'],
  bad_request: [400, 'Bad request', 'The request cannot be read.'],
  invalid_or_expired_token: [
    400,
    'Invalid or expired token',
    'This link is not valid, was used already or has expired. Ask for a new one.',
  ],
  idempotency_key_required: [
    400,
    'Idempotency key required',
    'Send an Idempotency-Key header: a random value for each attempt, the same when you repeat it.',
  ],
  invalid_signature: [
    400,
    'Invalid signature',
    'The signature of this message is missing, wrong or not from the last five minutes.',
  ],
  invalid_credentials: [401, 'Invalid credentials', 'The e-mail address or the password is wrong.'],
  token_missing: [401, 'Token missing', 'Send an access token in the Authorization header.'],
  invalid_token: [401, 'Invalid token', 'The access token is not valid.'],
  token_expired: [401, 'Token expired', 'The access token has expired. Refresh it.'],
  session_revoked: [401, 'Session revoked', 'This session has ended. Sign in again.'],
  reauthentication_required: [401, 'Recent authentication needed', 'Sign in again to do this.'],
  refresh_token_reused: [
    401,
    'Refresh token reused',
    'This refresh token was used before. The session has been ended; sign in again.',
  ],
  invalid_refresh_token: [
    401,
    'Invalid refresh token',
    'The refresh token is not valid or has expired. Sign in again.',
  ],
  invalid_mfa_code: [401, 'Invalid code', 'The code is wrong or was used before. Wait for the next one.'],
  mfa_challenge_expired: [
    401,
    'Sign-in expired',
    'This sign-in took too long, was used or had too many wrong codes. Start again with your password.',
  ],
  oauth_failed: [
    400,
    'External sign-in failed',
    'The sign-in at the provider could not be completed. Try again.',
  ],
  oauth_denied: [400, 'External sign-in refused', 'The sign-in was cancelled at the provider.'],
  oauth_email_required: [
    400,
    'Verified e-mail address needed',
    'The provider names no verified e-mail address of this account. Verify one there, then try again.',
  ],
  botcheck_failed: [400, 'Bot check failed', 'The check that you are human was not passed. Try it again.'],
  email_not_verified: [
    403,
    'E-mail not verified',
    'Confirm your e-mail address first. You can ask for a new link.',
  ],
  account_disabled: [403, 'Account disabled', 'This account is not active. Turn to an administrator.'],
  privilege_escalation: [
    403,
    'More than you hold',
    'You can neither give permissions that you do not hold yourself, nor change somebody who holds them.',
  ],
  insufficient_permission: [403, 'Permission missing', 'You do not have the permission that this needs.'],
  origin_not_allowed: [403, 'Origin not allowed', 'The request came from another site.'],
  not_found: [404, 'Not found', 'There is nothing here, or you may not know of it.'],
  oauth_provider_disabled: [
    404,
    'Provider not available',
    'Sign-in with this provider is not available here.',
  ],
  method_not_allowed: [405, 'Method not allowed', 'This address does not answer that method.'],
  request_timeout: [408, 'Request timeout', 'The request took too long to arrive.'],
  conflict: [409, 'Conflict', 'The request conflicts with the present state.'],
  email_taken: [409, 'E-mail taken', 'Another account has this e-mail address.'],
  password_required: [
    409,
    'Password required',
    'Send a password along with the link: the one chosen at registration, or a new one.',
  ],
  mfa_already_enabled: [
    409,
    'Second factor is on already',
    'A second factor is on already. Turn it off first.',
  ],
  mfa_not_enabled: [409, 'Second factor is off', 'No second factor is on.'],
  mfa_enrolment_missing: [
    409,
    'No enrolment pending',
    'There is no set-up to complete, or it has expired. Begin it again.',
  ],
  account_link_required: [
    409,
    'Connect the account first',
    'An account with this address exists. Sign in with its password, then connect the provider in its settings.',
  ],
  identity_taken: [
    409,
    'Connected elsewhere',
    'This account of the provider is connected to another person.',
  ],
  last_way_in: [
    409,
    'Last way to sign in',
    'This is the only way to sign in to the account. Set a password first.',
  ],
  last_admin: [409, 'Last administrator', 'This is the last active administrator. Make another one first.'],
  system_role_immutable: [409, 'System role', 'The roles admin and user cannot be changed or deleted.'],
  idempotency_conflict: [
    409,
    'Idempotency key used',
    'This Idempotency-Key was used for another request. Send that one again, or use a new key.',
  ],
  role_in_use: [409, 'Role in use', 'Somebody still has this role. Take it from them first.'],
  role_name_taken: [409, 'Role name taken', 'Another role has this name.'],
  precondition_failed: [412, 'Precondition failed', 'Somebody changed this meanwhile. Read it again.'],
  body_too_large: [413, 'Body too large', 'The body is larger than this address accepts.'],
  payload_too_large: [413, 'File too large', 'A file may have at most 10 MB.'],
  unsupported_media_type: [415, 'Unsupported media type', 'Send application/json.'],
  range_not_satisfiable: [416, 'Range not satisfiable', 'The file ends before the requested range.'],
  misdirected_request: [421, 'Misdirected request', 'This service is not known by that host name.'],
  validation_failed: [422, 'Validation failed', 'One or more fields are not valid.'],
  card_number_refused: [
    422,
    'Card number refused',
    'Never send card numbers here. Send a payment method token from the payment provider.',
  ],
  refund_too_large: [422, 'Refund too large', 'The amount is more than what is left to refund.'],
  password_too_weak: [422, 'Password too weak', 'Choose another password.'],
  image_too_large: [422, 'Image too large', 'An image may have at most 40 megapixels.'],
  quota_exceeded: [
    429,
    'Storage quota exceeded',
    'There is no room for this file. Delete files that you no longer need.',
  ],
  account_locked: [429, 'Too many attempts', 'Too many failed attempts. Wait as long as Retry-After says.'],
  phone_budget_exceeded: [
    429,
    'Too many codes',
    'Too many confirmation codes were requested. Wait as long as Retry-After says.',
  ],
  rate_limited: [429, 'Too many requests', 'Too many requests in a short time. Try again later.'],
  headers_too_large: [431, 'Headers too large', 'The request has too many headers, or they are too long.'],
  internal_error: [
    500,
    'Internal error',
    'Something went wrong on our side. Give the request id when you report it.',
  ],
  not_implemented: [501, 'Method not implemented', 'This service does not know that method.'],
  oauth_unavailable: [503, 'Provider unavailable', 'The provider cannot be reached. Try again in a moment.'],
  botcheck_unavailable: [
    503,
    'Bot check unavailable',
    'The check that you are human cannot be made at the moment. Try again in a moment.',
  ],
  payments_unavailable: [503, 'Payments unavailable', 'Payments are not set up on this server.'],
  overloaded: [503, 'Overloaded', 'The service is busy. Try again in a moment.'],
  sms_unavailable: [
    503,
    'Text messages unavailable',
    'No text messages can be sent to this number at the moment. Try again later.',
  ],
  unavailable: [503, 'Unavailable', 'The service cannot reach its database. Try again in a moment.'],
} as const satisfies Record<string, readonly [number, string, string]>

export type ProblemCode = keyof typeof problems

/** What is wrong with one field: `pointer` is a JSON Pointer (RFC 6901) into the body. */
export interface FieldError {
  pointer: string
  code: string
  detail: string
  /** What the text on a page fills in beside its code; not part of the API's answer. */
  figures?: Readonly<Record<string, number>>
}

/** A use case's "no": a code, and what the client needs to go on. */
export interface Refusal {
  ok: false
  code: ProblemCode
  detail?: string
  errors?: FieldError[]
  retryAfterSeconds?: number
  requiredPermission?: string
  maxAgeSeconds?: number
  /** Of `range_not_satisfiable`: how long the file is. */
  sizeBytes?: number
  /** Of `account_locked`: whether the attempts of the client's network were too many, or those for the account. */
  lockedBy?: 'network' | 'account'
}

/** What every use case returns: `{ ok: true, … }` or a refusal. */
export type Outcome<T extends object = object> = ({ ok: true } & T) | Refusal

/** Builds a refusal. */
export function refuse(code: ProblemCode, extra: Omit<Refusal, 'ok' | 'code'> = {}): Refusal {
  return { ok: false, code, ...extra }
}

/** Thrown where going on makes no sense (a dependency is away, a queue is full); becomes the problem it carries. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly refusal: Refusal

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal.code, options)
    this.refusal = refusal
  }
}
