import { setTimeout as sleep } from 'node:timers/promises'
import type { Act, Stage } from '@/tests/kit/kill-series/act'

/** How long after the first answer of each act the service may be killed. */
const KILL_WITHIN_MS = 700

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Series {
  stage: Stage
  acts: readonly Act[]
  rounds: number
  kill(): Promise<void>
  restart(): Promise<void>
}

/**
 * In each round, all acts work at once, the service is killed at a random moment and started again,
 * and each act checks what it can at once. The final checks are the caller's.
 */
export async function runRounds({ stage, acts, rounds, kill, restart }: Series): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const inRound = (act: Act) => (error: Error) => {
      throw new Error(`${act.name}, round ${round}: ${error.message}`, { cause: error })
    }
    const state = { killed: false }
    const progress = acts.map((act) => act.done)
    const work = acts.map((act) => untilKilled(act, state).catch(inRound(act)))
    const ended = Promise.all(work)
    await Promise.race([ended, eachHasStarted(acts, progress)])
    await sleep(stage.random() * KILL_WITHIN_MS)
    state.killed = true
    await kill()
    await ended
    await restart()
    await Promise.all(acts.map((act) => act.recover().catch(inRound(act))))
  }
}

const RETRY_MS = 50

async function untilKilled(act: Act, state: { killed: boolean }): Promise<void> {
  while (!state.killed) if (!(await act.step()) && !state.killed) await sleep(RETRY_MS)
}

const STARTED_WITHIN_MS = 60_000

async function eachHasStarted(acts: readonly Act[], progress: number[]): Promise<void> {
  const deadline = performance.now() + STARTED_WITHIN_MS
  while (acts.some((act, n) => act.name !== 'import' && act.done === progress[n])) {
    if (performance.now() > deadline) return
    await sleep(5)
  }
}
