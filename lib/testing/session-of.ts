import type { SignIn } from '@/lib/auth/pass-first-step'
import type { Outcome } from '@/lib/platform/problems'
import type { IssuedSession } from '@/lib/sessions/issued-session'

/** The session that a sign-in ended in; throws when it ended otherwise. */
export function sessionOf(result: Outcome<SignIn>): IssuedSession {
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  if (!('session' in result)) throw new Error('a second step is asked for')
  return result.session
}
