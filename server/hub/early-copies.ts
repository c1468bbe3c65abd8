import { LRUCache } from 'lru-cache'
import type { LiveMessage } from '@/lib/platform/bus/live-messages'

/** Longer than any commit that a message can run ahead of. */
const WAIT_MS = 3200
const REMEMBERED_MS = 10_000
const MAX_REMEMBERED = 20_000

/**
 * Makes one message of the copies in which it may come (see BusTransport). What ran ahead of its commit is acted on when the
 * definite copy is here; when none comes (its sender died in between) after a while, because a look at the database does no
 * harm. But a toast says that something was done: without the definite copy it is not shown.
 */
export class EarlyCopies {
  readonly #known = new LRUCache<string, { done: boolean; timer?: NodeJS.Timeout }>({
    max: MAX_REMEMBERED,
    ttl: REMEMBERED_MS,
    dispose: ({ timer }) => clearTimeout(timer),
  })

  take(message: LiveMessage, early: boolean, act: (message: LiveMessage) => void): void {
    const known = this.#known.get(message.id)
    if (known?.done || (known && early)) return
    if (!early || message.type === 'ui.toast') {
      // An early toast leaves no trace, so that the definite one is taken.
      if (early) return
      this.#known.set(message.id, { done: true })
      return act(message)
    }
    const timer = setTimeout(() => {
      this.#known.set(message.id, { done: true })
      act(message)
    }, WAIT_MS).unref()
    this.#known.set(message.id, { done: false, timer })
  }
}
