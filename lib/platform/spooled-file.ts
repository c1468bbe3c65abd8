import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** A received file that is not stored yet. */
export interface ReceivedFile {
  /** The sender's name for it, if given. Never a path to write to. */
  name: string | null
  /** The media type that the sender declares, in lower case, without parameters. Never trusted. */
  declaredType: string
  /** Reads the whole file into memory, so only a few calls at a time are allowed. */
  bytes(): Promise<Buffer>
}

/**
 * An incoming file, on disk instead of in memory. It is unlinked before the first byte is written:
 * the system frees the space when the process closes it or dies for any reason.
 */
export class Spool {
  readonly #file: FileHandle
  #size = 0

  private constructor(file: FileHandle) {
    this.#file = file
  }

  static async open(folder: string): Promise<Spool> {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${randomBytes(16).toString('hex')}.spool`)
    const file = await open(path, 'wx+', 0o600)
    await unlink(path)
    return new Spool(file)
  }

  get size(): number {
    return this.#size
  }

  async write(chunk: Uint8Array): Promise<void> {
    // On an almost full disk, a write may store a part only and still succeed.
    for (let rest = chunk; rest.byteLength > 0;) {
      const { bytesWritten } = await this.#file.write(rest, 0, rest.byteLength, this.#size)
      if (bytesWritten === 0) throw new Error('a spooled file could not be written')
      this.#size += bytesWritten
      rest = rest.subarray(bytesWritten)
    }
  }

  async bytes(): Promise<Buffer> {
    const all = Buffer.alloc(this.#size)
    let read = 0
    while (read < all.length) {
      const { bytesRead } = await this.#file.read(all, read, all.length - read, read)
      if (bytesRead === 0) throw new Error('a spooled file is shorter than what was written')
      read += bytesRead
    }
    return all
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}
