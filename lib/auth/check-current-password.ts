import { reserveAttempt } from '@/lib/login-guard/reserve-attempt'
import { settleAttempt } from '@/lib/login-guard/settle-attempt'
import { admitPasswordWork } from '@/lib/passwords/admit-password-work'
import { verifyPassword } from '@/lib/passwords/verify-password'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { RequestContext } from '@/lib/platform/request-context'
import type { Credentials } from '@/lib/users/user.store'

/**
 * Asks a signed-in person for their password once more. Guesses are charged like those at sign-in, to the same budgets, so that a
 * borrowed session is no way around the login guard.
 */
export function checkCurrentPassword(
  user: Credentials,
  password: string,
  ctx: RequestContext,
): Promise<Outcome> {
  return admitPasswordWork(() => check(user, password, ctx))
}

async function check(user: Credentials, password: string, ctx: RequestContext): Promise<Outcome> {
  const reserved = await reserveAttempt(user.email, ctx)
  if (!reserved.ok) return reserved
  try {
    const { matches } = await verifyPassword(password, user.passwordHash)
    await settleAttempt(reserved.reservation, matches ? 'succeeded' : 'failed')
    return matches ? { ok: true } : refuse('invalid_credentials')
  } catch (error) {
    await settleAttempt(reserved.reservation, 'released').catch(() => undefined)
    throw error
  }
}
