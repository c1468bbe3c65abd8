import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyMigrations } from '@/lib/platform/db/apply-migrations'
import { openEmbeddedPool } from '@/lib/platform/db/embedded-pool'

const PREFIX = 'gatehouse-embedded-'
const A_DAY_MS = 86_400_000
const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const migrationsFolder = join(root, 'prisma/migrations')

/**
 * Creates a fresh, migrated embedded database in `folder`. This takes seconds, so it is done once
 * per set of migrations, cached in the system's temporary folder, and copied.
 */
export async function copyEmbeddedDatabase(folder: string): Promise<void> {
  const template = join(tmpdir(), `${PREFIX}${fingerprint()}`)
  if (!existsSync(template)) await make(template)
  cpSync(template, folder, { recursive: true })
}

async function make(template: string): Promise<void> {
  forgetOld()
  const draft = `${template}-${randomUUID()}`
  const { pool, close } = await openEmbeddedPool(draft)
  await applyMigrations(pool, migrationsFolder)
  await close()
  for (const name of readdirSync(tmpdir()))
    if (join(tmpdir(), name).startsWith(`${draft}.lock`)) rmSync(join(tmpdir(), name))
  try {
    renameSync(draft, template)
  } catch {
    rmSync(draft, { recursive: true, force: true }) // another run finished first
  }
}

function forgetOld(): void {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))) {
    const path = join(tmpdir(), name)
    if (Date.now() - statSync(path).mtimeMs > A_DAY_MS)
      rmSync(path, { recursive: true, force: true })
  }
}

function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const folder = migrationsFolder
  for (const name of readdirSync(folder).sort()) {
    const file = join(folder, name, 'migration.sql')
    if (existsSync(file)) hash.update(name).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}
