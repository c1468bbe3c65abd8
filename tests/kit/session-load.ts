import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@/tests/kit/until'
import { AnswerError, type LoadClient } from '@/tests/kit/session-client'

/** How long a client rests between two uses. */
const PAUSE_MS = 50
const LOOK_EVERY_MS = 50

/**
 * Keeps clients busy at services that may change while it runs, as behind a load balancer: each use
 * goes to one of `urls`.
 */
export class SessionLoad {
  readonly failures: string[] = []
  /** How many of the failures are of clients that were signed out. */
  signOuts = 0
  uses = 0
  #urls: string[]
  readonly #pauseMs: number
  /** The service that each loop is talking to. */
  readonly #inFlight: (string | null)[] = []
  readonly #clients: readonly LoadClient[]
  #running = true
  readonly #loops: Promise<void>[]

  constructor(urls: string[], clients: readonly LoadClient[], pauseMs = PAUSE_MS) {
    this.#urls = urls
    this.#pauseMs = pauseMs
    this.#clients = clients
    this.#loops = clients.map((client) => this.#repeat(client))
  }

  /** How many requests all clients have sent. */
  get requests(): number {
    return this.#clients.reduce((sum, { requests }) => sum + requests, 0)
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
    while (this.uses < goal && this.failures.length === 0) await sleep(LOOK_EVERY_MS)
  }

  async stop(): Promise<void> {
    this.#running = false
    await Promise.all(this.#loops)
  }

  async #repeat(client: LoadClient): Promise<void> {
    const place = this.#inFlight.push(null) - 1
    while (this.#running) {
      const url = this.#urls[Math.floor(Math.random() * this.#urls.length)]!
      this.#inFlight[place] = url
      await client.use(url).catch((error: Error) => this.#fail(url, error))
      this.#inFlight[place] = null
      this.uses++
      await sleep(this.#pauseMs)
    }
  }

  #fail(url: string, error: Error): void {
    if (error instanceof AnswerError && error.status === 401) this.signOuts++
    const cause = (error.cause as Error | undefined)?.message ?? ''
    this.failures.push(`${url}: ${error.message} ${cause}`.trimEnd())
  }
}
