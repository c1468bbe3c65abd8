import type { IssuedSession } from '@/lib/identity/sessions/establish-session'
import type { SignIn } from '@/lib/identity/sign-in/complete-sign-in'
import type { Outcome } from '@/lib/platform/problems'

/** The session that a sign-in resulted in; throws if there is none. */
export function sessionOf(result: Outcome<SignIn>): IssuedSession {
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  if (!('session' in result)) throw new Error('a second step is asked for')
  return result.session
}
