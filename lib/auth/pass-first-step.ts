import { deviceHash } from '@/lib/login-guard/guard-keys'
import { startChallenge } from '@/lib/mfa/challenge.store'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken, sha256 } from '@/lib/platform/crypto'
import type { Db } from '@/lib/platform/db/database'
import type { RequestContext } from '@/lib/platform/request-context'
import { establishSession } from '@/lib/sessions/establish-session'
import type { IssuedSession } from '@/lib/sessions/issued-session'

/** The answer to a challenge must come within five minutes. */
const CHALLENGE_SECONDS = 300

/** What stands between the first step and the second: opens nothing but `completeSecondStep`. */
export interface IssuedChallenge {
  mfaToken: string
  expiresInSeconds: number
}

/** How a first step ends. */
export type SignIn = { session: IssuedSession } | { challenge: IssuedChallenge }

interface FirstStep {
  userId: string
  /** What was last known; the rows decide. */
  mfaEnabled: boolean
  /** Of the password that was checked; undefined when none was. */
  passwordChangedAt?: Date | null
  /** How the first step was passed (RFC 8176). */
  amr: string[]
  knownDevice: boolean
}

/**
 * What follows a right password or a provider's word: a session, or a challenge where the account has a second factor. Null when the
 * account is not active, or its password is no longer the one that was checked. Each of the two writes asks the user's row
 * itself, so a factor that is turned on or off meanwhile leads to the other one.
 */
export async function passFirstStep(db: Db, ctx: RequestContext, by: FirstStep): Promise<SignIn | null> {
  const [likely, other] = by.mfaEnabled ? [challenge, session] : [session, challenge]
  return (await likely(db, ctx, by)) ?? (await other(db, ctx, by))
}

async function session(db: Db, ctx: RequestContext, by: FirstStep): Promise<SignIn | null> {
  const established = await establishSession(db, ctx, by)
  return established && { session: established }
}

async function challenge(db: Db, ctx: RequestContext, by: FirstStep): Promise<SignIn | null> {
  const mfaToken = newSecretToken()
  const started = await startChallenge(
    db,
    {
      tokenHash: sha256(mfaToken),
      userId: by.userId,
      deviceHash: ctx.deviceToken ? deviceHash(ctx.deviceToken) : null,
      knownDevice: by.knownDevice,
      amr: by.amr,
      passwordChangedAt: by.passwordChangedAt,
      expiresAt: addSeconds(ctx.now, CHALLENGE_SECONDS),
    },
    ctx,
  )
  return started ? { challenge: { mfaToken, expiresInSeconds: CHALLENGE_SECONDS } } : null
}
