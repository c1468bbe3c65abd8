import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import pg from 'pg'
import { lockDataFolder } from '@/lib/platform/db/data-folder-lock'
import { makePrivate, privateNodeFs } from '@/lib/platform/db/private-files'
import { logger } from '@/lib/platform/logger'
import { OPTIMIZE_AT, optimizeWebAssemblyLater } from '@/lib/platform/db/webassembly'

const INITDB = `const { PGlite } = await import('@electric-sql/pglite')
const lite = await PGlite.create(process.argv[1])
await lite.close()
process.exit(0)`

/**
 * Opens (or creates) the embedded database in `folder` and locks it against other processes. Throws
 * FolderInUseError. It survives a killed process but not a power cut, because PGlite never calls
 * fsync.
 */
export async function openEmbeddedPool(
  folder: string,
): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  const path = resolve(folder)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const unlock = await lockDataFolder(path, {
    onWait: (holder) =>
      logger().info(
        { folder: path, holder },
        'waiting up to ten seconds to see whether another process uses the data folder',
      ),
  })
  try {
    if (!existsSync(path)) await initialize(path)
    // PGlite itself does not follow a link to another disk.
    const fs = await privateNodeFs(realpathSync(path))
    const opened = poolOn(await openLite({ fs, postgresqlconf: ['shared_buffers=16MB'] }))
    return { pool: opened.pool, close: () => opened.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Opens PGlite with the extensions that the migrations need. */
export async function openLite(options: PGliteOptions): Promise<PGlite> {
  optimizeWebAssemblyLater()
  const { PGlite } = await import('@electric-sql/pglite')
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  return PGlite.create({ ...options, extensions: { pg_trgm } })
}

/** A pool on an open PGlite (the tests' in-memory one). */
export function poolOn(lite: PGlite): { pool: pg.Pool; close(): Promise<void> } {
  const pool = pglitePool(lite, { options: '-c TimeZone=UTC' })
  return {
    pool,
    close: async () => {
      await pool.end()
      await lite.close()
    },
  }
}

/**
 * Creates a database next to its final path and moves it there when it is complete, so that a kill
 * leaves none or a good one. Runs in a child process, because creation peaks at 0.9 GB, which a
 * process would never release.
 */
async function initialize(path: string): Promise<void> {
  // A unique name, because the child of a killed start may still be writing its own.
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(`${basename(path)}.tmp-`))
      rmSync(join(dirname(path), name), { recursive: true, force: true })
  const draft = `${path}.tmp-${randomUUID()}`
  mkdirSync(draft, { mode: 0o700 })
  const child = spawn(
    process.execPath,
    [OPTIMIZE_AT, '--input-type=module', '--eval', INITDB, draft],
    {
      // A script without a file resolves packages from its working directory.
      cwd: dirname(fileURLToPath(import.meta.url)),
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const endChild = () => child.kill('SIGKILL')
  process.once('exit', endChild)
  const code = await new Promise<number | null>((done, fail) =>
    child.on('error', fail).on('close', done),
  )
  process.off('exit', endChild)
  if (code !== 0)
    throw new Error(`the embedded database could not be created in ${path}: ${complaint.trim()}`)
  makePrivate([draft])
  renameSync(draft, path)
}

const FLUSHES = new Set(['S', 'Q', 'H', 'c', 'f', 'startup'])
/** How long queries may follow each other before sockets and timers get a turn. */
const TURN_EVERY_MS = 10

/**
 * A socket-like stream that speaks PostgreSQL's wire protocol with an in-process PGlite, so that
 * the embedded database and a server share one code path: the `pg` pool and Prisma's adapter above
 * it.
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
    for (let message = this.#nextMessage(); message; message = this.#nextMessage())
      this.#accept(message)
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
    // A new client gets the backend's only session, so reset it first (open transaction, prepared
    // statements, LISTENs).
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
        this.#db.execProtocolRawStream(bytes, {
          onRawData: (data) => void this.push(Buffer.from(data)),
        }),
      )
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  /** The database answers within microtasks, so sequential queries would block every request. */
  async #giveWay() {
    if (performance.now() - this.#turnedAt < TURN_EVERY_MS) return
    await nextTurn()
    this.#turnedAt = performance.now()
  }
}

/** One connection, because PGlite is one PostgreSQL backend; pg-pool queues the rest. */
function pglitePool(db: PGlite, options: pg.PoolConfig = {}): pg.Pool {
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
