import { processSingleton } from '@/lib/config/process-singleton'
import { logger } from '@/lib/platform/logger'
import { attemptQueue } from '@/lib/protection/login-guard/attempt-queue'
import { settleSuccesses, type Success } from '@/lib/protection/login-guard/login-guard.store'

/** Long enough to collect several at a busy time, and short beside a password check under load. */
const COLLECT_MS = 25
const MAX_SIZE = 64

/**
 * The attempts of this process that have succeeded and are not settled yet. Settling takes a
 * statement, which several of them share (decision 0033). A collected attempt is still pending, so
 * collecting can never admit more attempts than the limit; it can only make one wait. Therefore
 * nothing is collected while an attempt waits for one of the budgets.
 */
export class CollectedSuccesses {
  #waiting: Success[] = []
  #timer: NodeJS.Timeout | undefined
  readonly #underWay = new Set<Promise<void>>()

  add(success: Success): void {
    this.#waiting.push(success)
    if (this.#waiting.length >= MAX_SIZE || attemptQueue().isWaitingFor(success))
      void this.settleNow()
    else this.#timer ??= setTimeout(() => void this.settleNow(), COLLECT_MS)
  }

  /** Settles everything collected. Resolves when nothing is under way; never rejects. */
  async settleNow(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const batch = this.#waiting.splice(0)
    if (batch.length > 0) {
      const settling = settleTogether(batch).finally(() => this.#underWay.delete(settling))
      this.#underWay.add(settling)
    }
    await Promise.all(this.#underWay)
  }
}

/**
 * Not repeated after an error: the attempts may have been settled, and another may look like one.
 */
async function settleTogether(batch: readonly Success[]): Promise<void> {
  try {
    await settleSuccesses(batch)
  } catch (error) {
    logger().warn({ error, attempts: batch.length }, 'successful sign-ins will count as failed')
  }
  for (const success of batch) attemptQueue().nudgeAll(success)
}

export function collectedSuccesses(): CollectedSuccesses {
  return processSingleton('login-guard-successes', () => new CollectedSuccesses())
}
