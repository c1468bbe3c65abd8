import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@/lib/testing/until'
import { expectAnswer, type UpgradeSession } from '@/lib/testing/upgrade-client'

const PAUSE_MS = 50

/**
 * Uses sessions, and signs in, at services that may change while it runs, as behind a load
 * balancer: each use goes to one of `urls`.
 */
export class UpgradeLoad {
  readonly failures: string[] = []
  uses = 0
  #urls: string[]
  /** The service that each loop is talking to. */
  readonly #inFlight: (string | null)[] = []
  #running = true
  readonly #loops: Promise<void>[] = []

  constructor(
    urls: string[],
    sessions: readonly UpgradeSession[],
    account: { email: string; password: string },
  ) {
    this.#urls = urls
    for (const session of sessions) this.#loops.push(this.#repeat((url) => session.use(url)))
    this.#loops.push(
      this.#repeat(async (url) => {
        await expectAnswer(200, url, 'POST', '/auth/login', { body: account })
      }),
    )
  }

  /** From now on only these services are used. Returns when no request to others is under way. */
  async moveTo(urls: string[]): Promise<void> {
    this.#urls = urls
    await until('no request to others is under way', 60_000, () =>
      this.#inFlight.every((url) => url === null || urls.includes(url)),
    )
  }

  /** Returns after this many further uses. */
  async runFor(uses: number): Promise<void> {
    const goal = this.uses + uses
    while (this.uses < goal && this.failures.length === 0) await sleep(PAUSE_MS)
  }

  async stop(): Promise<void> {
    this.#running = false
    await Promise.all(this.#loops)
  }

  async #repeat(use: (url: string) => Promise<void>): Promise<void> {
    const place = this.#inFlight.push(null) - 1
    while (this.#running) {
      const url = this.#urls[Math.floor(Math.random() * this.#urls.length)]!
      this.#inFlight[place] = url
      await use(url).catch((error: Error) =>
        this.failures.push(
          `${url}: ${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`,
        ),
      )
      this.#inFlight[place] = null
      this.uses++
      await sleep(PAUSE_MS)
    }
  }
}
