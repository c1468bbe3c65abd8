import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { lockDataFolder } from '@/lib/platform/db/data-folder-lock'
import { pglitePool } from '@/lib/platform/db/pglite-stream'
import { privateNodeFs } from '@/lib/platform/db/private-node-fs'
import { makePrivate } from '@/lib/platform/private-files'

const INITDB = `const { PGlite } = await import('@electric-sql/pglite')
const lite = await PGlite.create(process.argv[1])
await lite.close()
process.exit(0)`

/**
 * Opens (or makes) the embedded database in `folder`, and keeps every other process out of it. Throws FolderInUseError. It
 * survives a killed process, not a power cut: PGlite never calls fsync.
 */
export async function openEmbeddedPool(folder: string): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  const path = resolve(folder)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const unlock = await lockDataFolder(path)
  try {
    if (!existsSync(path)) await initialize(path)
    const fs = await privateNodeFs(path)
    const opened = poolOn(await openLite({ fs, postgresqlconf: ['shared_buffers=16MB'] }))
    return { pool: opened.pool, close: () => opened.close().finally(unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Opens PGlite with the extensions that the migrations ask for. */
export async function openLite(options: PGliteOptions): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite')
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm')
  return PGlite.create({ ...options, extensions: { pg_trgm } })
}

/** A pool on a PGlite that is open already (the tests' in-memory one). */
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
 * Makes a database next to its place and moves it there when it is whole, so that a kill leaves none or a good one. In a
 * child process: making it peaks at 0.9 GB, which a process would keep for ever.
 */
async function initialize(path: string): Promise<void> {
  // A name of its own: the child of a start that was killed may still be writing its.
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(`${basename(path)}.tmp-`))
      rmSync(join(dirname(path), name), { recursive: true, force: true })
  const draft = `${path}.tmp-${randomUUID()}`
  mkdirSync(draft, { mode: 0o700 })
  const child = spawn(process.execPath, ['--input-type=module', '--eval', INITDB, draft], {
    // Packages resolve from the working directory of a script without a file.
    cwd: dirname(fileURLToPath(import.meta.url)),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const endChild = () => child.kill('SIGKILL')
  process.once('exit', endChild)
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done))
  process.off('exit', endChild)
  if (code !== 0) throw new Error(`the embedded database could not be made in ${path}: ${complaint.trim()}`)
  makePrivate([draft])
  renameSync(draft, path)
}
