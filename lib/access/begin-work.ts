import { administer, type AdministrativeAct } from '@/lib/access/administer'
import { lockLiveKey, lockLiveSession } from '@/lib/access/live-caller.store'
import type { Tx } from '@/lib/platform/db/database'
import { type Outcome, type Refusal, refuse } from '@/lib/platform/problems'
import {
  isOperator,
  type OPERATOR,
  type Principal,
  type RequestContext,
} from '@/lib/platform/request-context'

type Caller = Principal | typeof OPERATOR

/**
 * Why a caller may not begin what outlasts their session or API key, or null: it may have ended since
 * the request was authorized. “This wasn't me” ends what an intruder began (planted-work.ts), so
 * nothing may begin after that. Holds the user's row, and that of the session or key: call it before
 * locking or writing anything else of the user's (lib/identity/account/account-locks.store.ts).
 */
export async function checkCallerLive(tx: Tx, caller: Caller, now: Date): Promise<Refusal | null> {
  if (isOperator(caller)) return null
  if (caller.kind === 'key')
    return (await lockLiveKey(tx, { ...caller, now }))
      ? null
      : refuse('invalid_token', { detail: 'This API key was revoked or has expired.' })
  return (await lockLiveSession(tx, { ...caller, now })) ? null : refuse('session_revoked')
}

/** Like `administer`, for writes that begin work in the background. Refuses a caller that has ended. */
export function beginWork<T extends object>(
  ctx: RequestContext,
  act: AdministrativeAct & { actor: Caller },
  begin: (tx: Tx) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return administer(
    ctx,
    act,
    async (tx) => (await checkCallerLive(tx, act.actor, ctx.now)) ?? begin(tx),
  )
}
