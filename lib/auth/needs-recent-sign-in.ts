import type { Principal } from '@/lib/platform/request-context'

/** For how long a credential counts as just given, in seconds. */
export const RECENT_SECONDS = 600

/** Whether the person gave their last credential too long ago for a step that opens the account to somebody (RFC 9470). */
export function needsRecentSignIn(principal: Pick<Principal, 'authTime'>, now: Date): boolean {
  return now.getTime() - principal.authTime.getTime() >= RECENT_SECONDS * 1000
}
