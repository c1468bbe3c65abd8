import type { PermissionName } from '@/lib/config/permission-catalog'

/** Where a user signs in: on the pages or through the API. */
export const SURFACES = ['web', 'api'] as const

export type Surface = (typeof SURFACES)[number]

/** What a use case knows about the request that called it. */
export interface RequestContext {
  /** The client's address, without parts that the client could forge; null if it is unknown. */
  ip: string | null
  userAgent: string | null
  requestId: string
  surface: Surface
  /** The instant of the request; use cases don't read the clock. */
  now: Date
  /** The device cookie or X-Device-Token, unverified. */
  deviceToken: string | null
  /**
   * The tokens of the session whose cookies the browser presented: a sign-in replaces them, and so
   * ends that session. Null or absent if there is nothing to replace.
   */
  replaces?: { refreshToken: string | null; accessToken: string | null } | null
  /** The language for emails and messages. */
  locale: 'en' | 'tr'
  /** The API key that authenticated the request. Named in every audit record that it writes. */
  apiKeyId?: string | null
  /**
   * The administrator who makes the request as another user. Both are named in every audit record
   * that it writes.
   */
  impersonation?: { actorId: string; userId: string } | null
}

/** The context of what an administrator does as another user, for audit records alone. */
export function onBehalf(
  // Field by field: a context may compute its values when they are read.
  { ip, userAgent, requestId, surface, now }: AuditContext,
  impersonation: NonNullable<RequestContext['impersonation']>,
): AuditContext {
  return { ip, userAgent, requestId, surface, now, impersonation }
}

/** Who makes the requests of a session as whom; null in the user's own session. */
export function impersonationOf({
  impersonator,
  userId,
}: Pick<SessionPrincipal, 'impersonator' | 'userId'>): { actorId: string; userId: string } | null {
  return impersonator && { actorId: impersonator.userId, userId }
}

/** What audit records need of a context. */
export type AuditContext = Omit<RequestContext, 'deviceToken' | 'replaces' | 'locale'>

interface Caller {
  userId: string
  roles: readonly string[]
  /** What the caller may do now. For an API key: what both the key and its owner have. */
  permissions: ReadonlySet<string>
}

/** A caller with a live session of an active user. */
export interface SessionPrincipal extends Caller {
  kind: 'session'
  sessionId: string
  /** The generation of the presented access token. */
  generation: number
  /** When the user last presented a credential in this session. */
  authTime: Date
  /**
   * The administrator who views the service as this user, and until when; null in the user's own
   * session. Such a session only reads (decision 0039).
   */
  impersonator: { userId: string; endsAt: Date } | null
  /**
   * What the session lacks before it may be used; then it has no roles and no permissions, and only
   * what declares so accepts it.
   */
  missingFactor?: 'enroll' | 'proof' | null
  /** Whether the second step was skipped because the user trusts the browser. */
  trustedBrowser?: boolean
  limitedTo: null
}

/**
 * A caller with an API key of an active user. It has no session and never counts as a recent
 * sign-in, so code that needs either takes a `SessionPrincipal`.
 */
export interface KeyPrincipal extends Caller {
  kind: 'key'
  keyId: string
  /** The permissions of the key. */
  limitedTo: ReadonlySet<string>
}

/** The authenticated caller. */
export type Principal = SessionPrincipal | KeyPrincipal

/**
 * The user whose permissions decide about an administrative write. Background work has no session,
 * only the user who requested it.
 */
export interface UserActor {
  userId: string
  /** The permissions that an API key limits its owner to; null if nothing limits the user. */
  limitedTo: ReadonlySet<string> | null
}

/**
 * Someone at the command line of the server, who could as well write to the database. May do
 * everything; audit records name no user.
 */
export const OPERATOR = { operator: true, userId: null, limitedTo: null } as const

/** Who makes an administrative write. */
export type Actor = UserActor | typeof OPERATOR

/** By identity, so that no value from outside can pass for it. */
export function isOperator(actor: Actor): actor is typeof OPERATOR {
  return actor === OPERATOR
}

/** Checks again, during long work, that the session is live and has the permission. */
export type PermissionCheck = (
  principal: Principal,
  permission: PermissionName | null,
  now: Date,
) => Promise<boolean>

/**
 * The part of a request stored for the audit records of later background work. Contains no token.
 */
export type StoredRequest = Pick<RequestContext, 'ip' | 'userAgent' | 'requestId' | 'surface'>

export function toStoredRequest({
  ip,
  userAgent,
  requestId,
  surface,
}: RequestContext): StoredRequest {
  return { ip, userAgent, requestId, surface }
}

/** Whether the principal has exactly this permission. No wildcards, no role names, no hierarchy. */
export function can(
  principal: Pick<Principal, 'permissions'>,
  permission: PermissionName,
): boolean {
  return principal.permissions.has(permission)
}
