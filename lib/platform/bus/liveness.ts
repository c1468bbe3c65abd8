/** A heartbeat that came back proves that everything sent before it has arrived; the proof is good for this long. */
const PROOF_LASTS_MS = 800

/** An instant by both clocks: the one that never jumps, and the one that goes on while the machine is asleep. */
export interface SendTime {
  monotonic: number
  wall: number
}

/** The present instant by both clocks, in milliseconds. Real time: what it measures cannot be injected away. */
export function sendTime(): SendTime {
  return { monotonic: performance.now(), wall: Date.now() }
}

/** How long ago the newest heartbeat was sent that is known to have come back. */
export class Liveness {
  #proven: SendTime | null = null

  isAlive(): boolean {
    if (!this.#proven) return false
    return (
      performance.now() - this.#proven.monotonic <= PROOF_LASTS_MS &&
      Date.now() - this.#proven.wall <= PROOF_LASTS_MS
    )
  }

  /** A heartbeat sent at `sent` came back. Whether that ends a time without proof. */
  prove(sent: SendTime): boolean {
    const wasAlive = this.isAlive()
    if (!this.#proven || sent.monotonic > this.#proven.monotonic) this.#proven = sent
    return !wasAlive && this.isAlive()
  }

  /** Messages may get lost from now on. */
  lose(): void {
    this.#proven = null
  }
}
