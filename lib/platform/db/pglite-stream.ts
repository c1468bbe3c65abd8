import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import type { PGlite } from '@electric-sql/pglite'

const FLUSHES = new Set(['S', 'Q', 'H', 'c', 'f', 'startup'])
/** How long queries may follow each other before sockets and timers have their turn. */
const TURN_EVERY_MS = 10

/**
 * A socket-like stream that speaks PostgreSQL's wire protocol with an in-process PGlite, so that the embedded database
 * and a server share one code path: the `pg` pool and Prisma's adapter above it.
 */
export class PGliteStream extends Duplex {
  #db: PGlite
  #unread: Buffer = Buffer.alloc(0)
  #started = false
  #batch: Buffer[] = []
  #tail: Promise<void> = Promise.resolve()
  #turnedAt = performance.now()

  constructor(db: PGlite) {
    super()
    this.#db = db
  }

  connect() {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#unread = this.#unread.length ? Buffer.concat([this.#unread, chunk]) : chunk
    for (let message = this.#nextMessage(); message; message = this.#nextMessage()) this.#accept(message)
    done()
  }

  override _final(done: (error?: Error | null) => void) {
    void this.#tail.then(() => {
      this.push(null)
      done()
    })
  }

  #nextMessage(): { type: string; bytes: Buffer } | null {
    const head = this.#started ? 1 : 0 // the startup packet has no type byte
    if (this.#unread.length < head + 4) return null
    const length = this.#unread.readInt32BE(head) + head
    if (this.#unread.length < length) return null
    const bytes = this.#unread.subarray(0, length)
    this.#unread = this.#unread.subarray(length)
    const type = this.#started ? String.fromCharCode(bytes[0]!) : 'startup'
    this.#started = true
    return { type, bytes }
  }

  #accept({ type, bytes }: { type: string; bytes: Buffer }) {
    if (type === 'X') {
      this.#tail = this.#tail.then(() => void this.push(null))
      return
    }
    this.#batch.push(bytes)
    if (!FLUSHES.has(type)) return
    const batch = Buffer.concat(this.#batch)
    this.#batch = []
    // A new client meets the backend's only session: hand it over clean (open transaction, prepared statements, LISTENs).
    if (type === 'startup') this.#tail = this.#tail.then(() => this.#reset())
    this.#tail = this.#tail.then(() => this.#send(batch))
  }

  async #reset() {
    try {
      await this.#db.exec('ROLLBACK')
      await this.#db.exec('DISCARD ALL')
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  async #send(bytes: Buffer) {
    try {
      await this.#giveWay()
      await this.#db.runExclusive(() =>
        this.#db.execProtocolRawStream(bytes, { onRawData: (data) => void this.push(Buffer.from(data)) }),
      )
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  /** The database answers within microtasks: work that asks one thing after the other would keep the process from every request. */
  async #giveWay() {
    if (performance.now() - this.#turnedAt < TURN_EVERY_MS) return
    await nextTurn()
    this.#turnedAt = performance.now()
  }
}

/** One connection, because PGlite is one PostgreSQL backend; pg-pool queues the rest. */
export function pglitePool(db: PGlite, options: pg.PoolConfig = {}): pg.Pool {
  const stream = () => new PGliteStream(db)
  return new pg.Pool({
    ...options,
    stream,
    user: 'postgres',
    database: 'postgres',
    host: 'pglite',
    port: 5432,
    max: 1,
    idleTimeoutMillis: 0,
    ssl: false,
  })
}
