import type { PermissionName } from '@/lib/config/permission-catalog'

/** Where somebody signs in: on the pages or by the API. */
export const SURFACES = ['web', 'api'] as const

export type Surface = (typeof SURFACES)[number]

/** What a use case may know of the request that called it. */
export interface RequestContext {
  /**
   * The client's address, already freed from what the client could forge; null when it cannot be
   * told.
   */
  ip: string | null
  userAgent: string | null
  requestId: string
  surface: Surface
  /** The instant of the request; use cases ask no clock. */
  now: Date
  /** The device cookie or X-Device-Token, unverified. */
  deviceToken: string | null
  /** The language for mails and messages. */
  locale: 'en' | 'tr'
}

/** Who is asking: a live session of an active user. */
export interface Principal {
  userId: string
  sessionId: string
  /** The generation of the access token that was presented. */
  generation: number
  /** When the person last gave a credential in this session. */
  authTime: Date
  roles: readonly string[]
  permissions: ReadonlySet<string>
}

/**
 * Whose permissions decide about an administrative write. Background work has no session, only
 * whoever asked for it.
 */
export type Actor = Pick<Principal, 'userId'>

/** Checks again, during long work, that the session lives and holds the permission. */
export type PermissionCheck = (
  principal: Principal,
  permission: PermissionName | null,
  now: Date,
) => Promise<boolean>

/**
 * What is kept of a request for the audit records of work that is done later in the background. No
 * token is in it.
 */
export type StoredRequest = Pick<RequestContext, 'ip' | 'userAgent' | 'requestId' | 'surface'>

/** What is kept of this request. */
export function toStoredRequest({
  ip,
  userAgent,
  requestId,
  surface,
}: RequestContext): StoredRequest {
  return { ip, userAgent, requestId, surface }
}

/**
 * Whether the principal holds exactly this permission. No wildcards, no role names, no hierarchy.
 */
export function can(
  principal: Pick<Principal, 'permissions'>,
  permission: PermissionName,
): boolean {
  return principal.permissions.has(permission)
}
