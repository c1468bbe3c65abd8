/** The longest answer that is read of a provider, in bytes. Theirs are a few kilobytes. */
const MAX_BYTES = 262_144

/** A provider that cannot be reached, took too long, or says itself that it is out of order. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
}

/**
 * fetch for what goes to a provider: at most 256 kB of the answer are read, within the time that `init.signal` gives (the body's
 * included), and no redirect is followed. Throws ProviderAway, or an Error when the answer is too long.
 */
export async function providerFetch(url: string, init: RequestInit): Promise<Response> {
  const answer = await whole(url, init).catch((error: unknown) => {
    if (error instanceof TooLong) throw error
    throw new ProviderAway(error instanceof Error ? error.name : 'unreachable', { cause: error })
  })
  if (answer.status >= 500 || answer.status === 429) throw new ProviderAway(`status ${answer.status}`)
  return answer
}

class TooLong extends Error {
  override readonly name = 'TooLong'
}

async function whole(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'manual' })
  const { status, headers } = answer
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    length += part.byteLength
    if (length > MAX_BYTES) throw new TooLong('the answer is too long')
    parts.push(part)
  }
  return new Response(length > 0 ? Buffer.concat(parts) : null, { status, headers })
}
