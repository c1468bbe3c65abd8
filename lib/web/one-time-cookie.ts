import { defineCookie } from '@/lib/http/define-cookie'
import { openSecret, sealSecret } from '@/lib/identity/mfa/seal-secret'
import { addSeconds } from '@/lib/platform/clock'
import type { SessionPrincipal } from '@/lib/platform/request-context'

/** Equals the lifetime of an enrollment that waits for its first code. */
const MAX_AGE_SECONDS = 600

const oneTimeCookie = defineCookie({ name: 'once', maxAgeSeconds: MAX_AGE_SECONDS })

/**
 * What a post passes to the next page: that this browser started the enrollment, new recovery codes
 * and why they were created, a link for the invited user to choose a password, an API key, or the
 * secret of a webhook.
 */
export type OneTimeContent =
  | { kind: 'enrolment' }
  | { kind: 'recovery_codes'; codes: string[]; why: 'enabled' | 'renewed' }
  | { kind: 'invitation_link'; userId: string; url: string; expiresAt: string }
  | { kind: 'api_key'; userId: string; name: string; key: string; expiresAt: string }
  | { kind: 'webhook_secret'; webhookId: string; secret: string }

interface Sealed {
  sessionId: string
  until: number
  shown: OneTimeContent
}

type Reader = Pick<SessionPrincipal, 'userId' | 'sessionId'>

/**
 * The Set-Cookie value that passes a secret to the page after a post. It is encrypted with a key of
 * the service, for this session and 10 minutes: neither someone who reads the browser's cookies nor
 * another session of the account can read it.
 */
export function oneTimeSetCookie(shown: OneTimeContent, to: Reader, now: Date): string {
  const until = addSeconds(now, MAX_AGE_SECONDS).getTime()
  const content: Sealed = { sessionId: to.sessionId, until, shown }
  const sealed = sealSecret(Buffer.from(JSON.stringify(content)), boundTo(to))
  return oneTimeCookie.set(sealed.toString('base64url'))
}

/** The Set-Cookie value that deletes the cookie after its content was shown. */
export function clearedOneTimeSetCookie(): string {
  return oneTimeCookie.cleared()
}

/**
 * The content for this session that is still to be shown; null when there is none, or the cookie is
 * not ours.
 */
export function readOneTimeCookie(
  cookieHeader: string | null,
  by: Reader,
  now: Date,
): OneTimeContent | null {
  const value = oneTimeCookie.read(cookieHeader)
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
