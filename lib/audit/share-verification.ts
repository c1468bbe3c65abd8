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

/** Shorter than the gateway's IDLE_MS, after which there would be no one left to answer. */
const WITHIN_SECONDS = 100
const RETRY_AFTER_SECONDS = 30
const BUSY = 'The audit trail is being verified with another head. Try again in a moment.'

/** Whether whoever asked is still there and may still have the report. */
export type StillWanted = () => Promise<boolean>

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
  result: Promise<Verified>
}

const holder = () =>
  processSingleton<{ run: Run | null }>('audit-verification', () => ({ run: null }))

/**
 * Verifies the chain for a request: one walk at a time in this process. Requests for the same head
 * share it; one for another head is refused (`overloaded`). It ends when no caller wants the report
 * anymore, and with `trail_too_long` when it takes too long for a request.
 */
export async function shareVerification(
  head: string | undefined,
  walk: WalkFor,
  isWanted: StillWanted,
): Promise<Verified> {
  const current = holder()
  if (current.run && current.run.head !== head)
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

/** Throws, which ends the walk, unless there is someone to walk for, and time. */
async function checkCallers(run: Run): Promise<void> {
  for (const caller of run.callers) {
    if (await caller.isWanted()) continue
    run.callers.delete(caller)
    caller.leave(refuse('session_revoked'))
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
