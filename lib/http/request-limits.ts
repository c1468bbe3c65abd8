import type { PermissionAccess } from '@/lib/access/permission-access'
import { type Outcome, problems, type Refusal, refuse } from '@/lib/platform/problems'
import type { Principal, RequestContext } from '@/lib/platform/request-context'
import {
  type Budget,
  takeFromAvatarBudget,
  takeFromIpBudget,
  takeFromUserBudget,
} from '@/lib/protection/rate-limit/request-budgets'

/**
 * What a request is charged to:
 * - `address`: the client's IP address, before anything else;
 * - `user`: the signed-in user, or the API key, before the body is read;
 * - `avatar`: the signed-in user, after `user`: the few profile pictures that a user may send;
 * - `failures`: the client's IP address, but afterwards, and only if the request failed.
 */
export type RequestLimit = 'address' | 'user' | 'avatar' | 'failures'

/** The part of a declaration that determines which limits apply. */
export interface LimitedDeclaration {
  access: 'public' | 'authenticated' | 'signed' | PermissionAccess
  /**
   * Replaces the default, which charges writes on public routes to the IP address, and writes by
   * signed-in users to the user.
   */
  limits?: readonly RequestLimit[]
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const NONE: readonly RequestLimit[] = []
const DEFAULTS = { public: ['address'], authenticated: ['user'], signed: ['user'] } as const

/** The limits of a request with this method. */
export function limitsOf(
  { access, limits }: LimitedDeclaration,
  method: string,
): readonly RequestLimit[] {
  if (limits) return limits
  if (SAFE_METHODS.has(method) || typeof access === 'object') return NONE
  return DEFAULTS[access]
}

/** The result of charging a request. The headers belong on its response in every case. */
export interface Charge {
  refusal: Refusal | null
  headers: Record<string, string>
}

/** Charges a request to the client's IP address; refuses it when the budget is exhausted. */
export async function chargeAddress(ip: string | null): Promise<Charge> {
  return toCharge(
    await takeFromIpBudget(ip),
    'Too many requests from this address. Try again later.',
  )
}

/**
 * Charges a request to the user, or API key, of this id; refuses it when the budget is exhausted.
 */
export async function chargeUser(id: string): Promise<Charge> {
  return toCharge(
    await takeFromUserBudget(id),
    'Too many requests from this account or API key. Try again later.',
  )
}

/** Charges a profile picture to the user; refuses it when the budget is exhausted. */
async function chargeAvatar(userId: string): Promise<Charge> {
  return toCharge(
    await takeFromAvatarBudget(userId),
    'You’ve changed your picture too often. Try again later.',
  )
}

function toCharge(budget: Budget, detail: string): Charge {
  const retryAfterSeconds = budget.resetSeconds
  const refusal = budget.allowed ? null : refuse('rate_limited', { detail, retryAfterSeconds })
  return { refusal, headers: rateLimitHeaders(budget) }
}

/**
 * Runs the steps of a request and charges it between them. An attempt fails when it is refused or
 * returns `failed`. With the limit `failures` it runs before it is charged, so an exhausted budget
 * never blocks a valid attempt; a failed one then gets `rate_limited` instead of its actual error.
 * The response headers are added to `headers`.
 */
export async function withinLimits<P extends { principal: Principal | null }, R extends object>(
  limits: readonly RequestLimit[],
  { ip }: RequestContext,
  headers: Record<string, string>,
  steps: {
    authorize(): Promise<Outcome<P>>
    proceed(who: { ok: true } & P): Promise<R>
  },
): Promise<R | Refusal> {
  const overBudget = async (charge: Promise<Charge>) => {
    const charged = await charge
    Object.assign(headers, charged.headers)
    return charged.refusal
  }
  const addressRefusal = limits.includes('address') && (await overBudget(chargeAddress(ip)))
  if (addressRefusal) return addressRefusal
  const who = await steps.authorize()
  if (!who.ok) return who
  const { principal } = who
  const userRefusal =
    limits.includes('user') && principal && (await overBudget(chargeUser(budgetOf(principal))))
  if (userRefusal) return userRefusal
  const avatarRefusal =
    limits.includes('avatar') && principal && (await overBudget(chargeAvatar(principal.userId)))
  if (avatarRefusal) return avatarRefusal
  const result = await steps.proceed(who)
  if (!limits.includes('failures') || !hasFailed(result)) return result
  return (await overBudget(chargeAddress(ip))) ?? result
}

/**
 * Whose budget a caller uses. An API key has its own: the program that has it must not keep its
 * owner from revoking it, nor another program from its work.
 */
function budgetOf(principal: Principal): string {
  return principal.kind === 'key' ? principal.keyId : principal.userId
}

/** Whether an attempt failed. Server errors do not count as the client's failure. */
function hasFailed(result: Refusal | { failed?: boolean }): boolean {
  return 'code' in result ? problems[result.code][0] < 500 : result.failed === true
}

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers: structured fields, `q`
 * quota, `w` window, `r` remaining, `t` seconds until reset), and `Retry-After` (RFC 9110 §10.2.3)
 * on a refusal.
 */
export function rateLimitHeaders(budget: Budget): Record<string, string> {
  const { name, limit, windowSeconds, remaining, resetSeconds } = budget
  const headers: Record<string, string> = {
    'ratelimit-policy': `"${name}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  }
  if (!budget.allowed) headers['retry-after'] = String(resetSeconds)
  return headers
}
