import { settings } from '@/lib/config/settings'
import { parseCookieHeader, serializeCookie } from '@/lib/http/cookie-header'
import { cookieName } from '@/lib/http/session-cookies'
import { openSecret, sealSecret } from '@/lib/identity/mfa/seal-secret'
import { addSeconds } from '@/lib/platform/clock'
import type { Principal } from '@/lib/platform/request-context'

/** As long as an enrolment waits for its first code. */
const MAX_AGE_SECONDS = 600

/**
 * What a post hands to the page after it: that this browser began the enrollment, fresh recovery
 * codes and why they are, or a link with which the invited user chooses a password.
 */
export type OneTimeContent =
  | { kind: 'enrolment' }
  | { kind: 'recovery_codes'; codes: string[]; why: 'enabled' | 'renewed' }
  | { kind: 'invitation_link'; userId: string; url: string; expiresAt: string }

interface Sealed {
  sessionId: string
  until: number
  shown: OneTimeContent
}

type Reader = Pick<Principal, 'userId' | 'sessionId'>

/**
 * The Set-Cookie value that hands something over to the page that follows a post. It is sealed
 * under a key that only the service has, for this session and ten minutes: neither who reads the
 * browser's cookies nor another session of the account sees what is in it.
 */
export function oneTimeSetCookie(shown: OneTimeContent, to: Reader, now: Date): string {
  const until = addSeconds(now, MAX_AGE_SECONDS).getTime()
  const content: Sealed = { sessionId: to.sessionId, until, shown }
  const sealed = sealSecret(Buffer.from(JSON.stringify(content)), boundTo(to))
  return serializeCookie(cookieName('once'), sealed.toString('base64url'), {
    maxAgeSeconds: MAX_AGE_SECONDS,
    secure: settings().secureCookies,
  })
}

/** The Set-Cookie value that takes it away again: it was seen. */
export function clearedOneTimeSetCookie(): string {
  return serializeCookie(cookieName('once'), '', {
    maxAgeSeconds: 0,
    secure: settings().secureCookies,
  })
}

/**
 * What was handed over to this session and is still to be shown; null when there is nothing, or
 * nothing of ours.
 */
export function readOneTimeCookie(
  cookieHeader: string | null,
  by: Reader,
  now: Date,
): OneTimeContent | null {
  const value = parseCookieHeader(cookieHeader).get(cookieName('once'))
  if (!value) return null
  try {
    const { secret } = openSecret(Buffer.from(value, 'base64url'), boundTo(by))
    const { sessionId, until, shown } = JSON.parse(secret.toString()) as Sealed
    return sessionId === by.sessionId && until > now.getTime() ? shown : null
  } catch {
    return null
  }
}

const boundTo = ({ userId }: Reader) => ({ userId, purpose: 'shown_once' }) as const

/** From how many recovery codes downwards a person is told to make new ones. */
export const FEW_RECOVERY_CODES = 3
