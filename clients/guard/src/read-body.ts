/** Collects a stream; null if it has more bytes than that. */
export async function readBody(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream) {
    size += part.byteLength
    if (size > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
