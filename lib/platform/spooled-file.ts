import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that was received and is not kept yet. */
export interface ReceivedFile {
  /** What the sender calls it; null when they do not say. Never a path to write to. */
  name: string | null
  /** The media type that the sender declares, in lower case, without parameters. Never believed. */
  declaredType: string
  /** Reads all of it. Whoever does holds it in memory: only a few at a time may. */
  bytes(): Promise<Buffer>
}

/**
 * A file on its way in, on the disk instead of in memory. Its name is removed before the first byte
 * is written: the system frees the space when the process closes it or dies, whichever way.
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
    await this.#file.write(chunk, 0, chunk.byteLength, this.#size)
    this.#size += chunk.byteLength
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
