import type { BeforeBatch } from '@/lib/audit/find-unsealed'
import type { ChainReport } from '@/lib/audit/verify-audit-chain'
import { processSingleton } from '@/lib/config/process-singleton'
import { addSeconds, now } from '@/lib/platform/clock'
import {
  type Outcome,
  type ProblemCode,
  type Refusal,
  refuse,
  RefusedError,
} from '@/lib/platform/problems'
import type { PermissionCheck, Principal } from '@/lib/platform/request-context'

/** Shorter than the gateway's IDLE_MS, after which there would be no one left to answer. */
const WITHIN_SECONDS = 100
const RETRY_AFTER_SECONDS = 30
const BUSY = 'The audit trail is being verified for someone else. Try again in a moment.'

/** Null while the caller is connected and may read the report; otherwise, the refusal. */
export type StillWanted = () => Promise<Refusal | null>

/** Checks that the client is connected, and that the caller still has the permission. */
export function wantedBy(
  principal: Principal,
  isGone: () => boolean,
  isStillAuthorized: PermissionCheck,
): StillWanted {
  return async () => {
    if (isGone()) return refuse('session_revoked')
    if (await isStillAuthorized(principal, 'audit:list', now())) return null
    const isLive = await isStillAuthorized(principal, null, now())
    return refuse(isLive ? 'insufficient_permission' : 'session_revoked')
  }
}

/** Verifies the chain, and calls `beforeBatch` before each batch. */
type WalkFor = (beforeBatch: BeforeBatch) => Promise<ChainReport>

type Verified = Outcome<{ report: ChainReport }>

interface Caller {
  isWanted: StillWanted
  leave(refusal: Refusal): void
}

interface Run {
  head: string | undefined
  endsAt: Date
  callers: Set<Caller>
  /** A report that has begun says nothing about what is changed now, so no one joins it. */
  begun: boolean
  result: Promise<Verified>
}

const holder = () =>
  processSingleton<{ run: Run | null }>('audit-verification', () => ({ run: null }))

/**
 * Verifies the chain for a request: one walk at a time in this process. Requests for the same head
 * that arrive before it reads anything share it; others are refused (`overloaded`). It ends when no
 * caller wants the report anymore, and with `trail_too_long` when it takes too long for a request.
 */
export async function shareVerification(
  head: string | undefined,
  walk: WalkFor,
  isWanted: StillWanted,
): Promise<Verified> {
  const current = holder()
  if (current.run && (current.run.begun || current.run.head !== head))
    return refuse('overloaded', { detail: BUSY, retryAfterSeconds: RETRY_AFTER_SECONDS })
  const { callers, result } = (current.run ??= startRun(head, walk))
  const left = new Promise<Refusal>((leave) => callers.add({ isWanted, leave }))
  return Promise.race([left, result])
}

function startRun(head: string | undefined, walk: WalkFor): Run {
  const run: Run = {
    head,
    endsAt: addSeconds(now(), WITHIN_SECONDS),
    callers: new Set(),
    begun: false,
    // Once its first caller has joined.
    result: Promise.resolve().then(() => carryOut(run, walk)),
  }
  return run
}

/** Refusals are results: a RefusedError of another module graph would not be recognized. */
async function carryOut(run: Run, walk: WalkFor): Promise<Verified> {
  try {
    return { ok: true, report: await walk(() => checkCallers(run)) }
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal
    throw error
  } finally {
    release(run)
  }
}

/** Ends the walk by throwing if no caller is left, or the time is up. */
async function checkCallers(run: Run): Promise<void> {
  run.begun = true
  for (const caller of run.callers) {
    const refusal = await caller.isWanted()
    if (!refusal) continue
    run.callers.delete(caller)
    caller.leave(refusal)
  }
  if (run.callers.size === 0) end(run, 'session_revoked')
  if (now() >= run.endsAt) end(run, 'trail_too_long')
}

/** The next caller starts another run instead of joining one that ends. */
function end(run: Run, code: ProblemCode): never {
  release(run)
  throw new RefusedError(refuse(code))
}

function release(run: Run): void {
  const current = holder()
  if (current.run === run) current.run = null
}
