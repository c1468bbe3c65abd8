/** A waiting offer is renewed before its challenge expires after 300 s, in milliseconds. */
const RENEW_MS = 240_000

interface Offering {
  /**
   * Asks the browser to offer passkeys; resolves to null if it doesn't, or if the offer was
   * withdrawn. `mayBegin` tells whether it may still begin, which aborts any other ceremony.
   */
  offer: (mayBegin: () => boolean) => Promise<string | null>
  /** Whether a ceremony of the button is running. */
  isBusy: () => boolean
  onAnswer: (answer: string) => void
}

/**
 * Keeps an offer of passkeys open whose challenge is valid, except on a hidden page, whose offer is
 * renewed when the user returns. Returns a function that ends this.
 */
export function keepOffering({ offer, isBusy, onAnswer }: Offering): () => void {
  let offeredAt = -Infinity
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const renew = async () => {
    clearTimeout(timer)
    timer = setTimeout(() => void renew(), RENEW_MS)
    if (document.visibilityState !== 'visible' || isBusy()) return
    offeredAt = Date.now()
    const answer = await offer(() => !stopped && !isBusy())
    if (answer !== null) onAnswer(answer)
  }
  const onVisible = () => {
    if (Date.now() - offeredAt >= RENEW_MS) void renew()
  }
  document.addEventListener('visibilitychange', onVisible)
  void renew()
  return () => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
