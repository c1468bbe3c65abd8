const NONE = Buffer.alloc(0)

/**
 * Collects bytes that arrive in pieces, by copying them into one buffer. The sender decides how
 * long a piece is: a list of pieces of one byte each would take two hundred times their memory.
 */
export class ByteCollector {
  #bytes: Uint8Array = NONE
  #length = 0
  readonly #limit: number
  readonly #expected: number

  /**
   * `limit`: how many bytes are added at most; `expected`: how many will probably arrive, if known.
   */
  constructor(limit: number, expected = 0) {
    this.#limit = limit
    this.#expected = Math.min(limit, expected)
  }

  push(piece: Uint8Array): void {
    const length = this.#length + piece.byteLength
    // Most bodies arrive in one piece, which needs no copy.
    if (this.#length === 0) this.#bytes = piece
    else {
      if (length > this.#bytes.byteLength) this.#growTo(Math.max(length, this.#expected))
      this.#bytes.set(piece, this.#length)
    }
    this.#length = length
  }

  /** Everything so far. Nothing may be added afterwards. */
  bytes(): Buffer {
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset, this.#length)
  }

  #growTo(length: number): void {
    const doubled = Math.min(this.#limit, this.#bytes.byteLength * 2)
    const larger = Buffer.allocUnsafeSlow(Math.max(length, doubled))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

/** Reads a body; null if it is longer than the limit. Leaving the loop cancels a stream. */
export async function readBounded(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer | null> {
  const body = new ByteCollector(maxBytes)
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    body.push(chunk)
  }
  return body.bytes()
}
