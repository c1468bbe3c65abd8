/** A session that was renewed this lately is not why a connection is refused. */
const RENEWED_FOR_MS = 60_000

let renewedAt = -Infinity
let renewing: Promise<'renewed' | 'over' | 'failed'> | null = null

/** Renews the session's cookies, once for all that ask. `over`: there is no session any more; `failed`: nobody knows. */
export function renewSession(): Promise<'renewed' | 'over' | 'failed'> {
  if (Date.now() - renewedAt < RENEWED_FOR_MS) return Promise.resolve('renewed')
  return (renewing ??= ask().finally(() => (renewing = null)))
}

async function ask() {
  const answer = await fetch('/auth/renew', { method: 'POST' }).catch(() => null)
  if (answer?.status === 401 || answer?.status === 403) return 'over'
  if (!answer?.ok) return 'failed'
  renewedAt = Date.now()
  return 'renewed'
}
