import { mkdirSync } from 'node:fs'
import type pg from 'pg'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { pglitePool } from '@/lib/platform/db/pglite-stream'

/** Opens (or makes) the embedded database in `folder`. */
export async function openEmbeddedPool(folder: string): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  const { PGlite } = await import('@electric-sql/pglite')
  mkdirSync(folder, { recursive: true })
  const lite = await PGlite.create(folder, { postgresqlconf: ['shared_buffers=16MB'] } as PGliteOptions)
  return poolOn(lite)
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
