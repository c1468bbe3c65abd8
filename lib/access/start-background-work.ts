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
 * Refuses a caller whose session or API key has ended since the request was authorized; otherwise
 * null. “This wasn't me” ends work that an intruder started (planted-work.ts), so none may start
 * after that. Locks the user's row, and that of the session or key: call it before locking or
 * writing anything else of the user's (lib/identity/account/account-locks.store.ts).
 */
export async function checkCallerLive(tx: Tx, caller: Caller, now: Date): Promise<Refusal | null> {
  if (isOperator(caller)) return null
  if (caller.kind === 'key')
    return (await lockLiveKey(tx, { ...caller, now }))
      ? null
      : refuse('invalid_token', { detail: 'This API key was revoked or has expired.' })
  return (await lockLiveSession(tx, { ...caller, now })) ? null : refuse('session_revoked')
}

/** Like `administer`, for writes that start background work. Refuses a caller that isn't live. */
export function startBackgroundWork<T extends object>(
  ctx: RequestContext,
  act: AdministrativeAct & { actor: Caller },
  start: (tx: Tx) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return administer(
    ctx,
    act,
    async (tx) => (await checkCallerLive(tx, act.actor, ctx.now)) ?? start(tx),
  )
}
