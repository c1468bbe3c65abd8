import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { openEmbeddedPool } from '@/lib/platform/db/embedded-pool'

/**
 * Puts a fresh, migrated embedded database into `folder`. Making one takes seconds of work, so it is made once per set of
 * migrations, kept in the system's temporary folder, and copied.
 */
export async function copyEmbeddedDatabase(folder: string, root: string): Promise<void> {
  const template = join(tmpdir(), `gatehouse-embedded-${fingerprint(root)}`)
  if (!existsSync(template)) await make(template, join(root, 'prisma/migrations'))
  cpSync(template, folder, { recursive: true })
}

async function make(template: string, migrations: string): Promise<void> {
  const draft = `${template}-${randomUUID()}`
  const { pool, close } = await openEmbeddedPool(draft)
  await applyMigrations(pool, migrations)
  await close()
  for (const name of readdirSync(tmpdir()))
    if (join(tmpdir(), name).startsWith(`${draft}.lock`)) rmSync(join(tmpdir(), name))
  try {
    renameSync(draft, template)
  } catch {
    rmSync(draft, { recursive: true, force: true }) // another run was first
  }
}

function fingerprint(root: string): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const folder = join(root, 'prisma/migrations')
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name, 'migration.sql')
    if (existsSync(file)) hash.update(name).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}
