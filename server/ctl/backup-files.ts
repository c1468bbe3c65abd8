import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { instant } from '@/lib/platform/instant'
import { cannotRun } from '@/server/ctl/faults'

export const MANIFEST = 'manifest.json'

const manifestSchema = z.object({
  format: z.literal('gatehouse-backup'),
  version: z.literal(1),
  created_at: instant,
  database: z.enum(['server', 'embedded']),
  files: z.array(z.object({ path: z.string(), sha256: z.string() })),
})

export type Manifest = z.output<typeof manifestSchema>

/** Written last: a folder without it is no backup. */
export async function writeManifest(
  folder: string,
  about: Pick<Manifest, 'created_at' | 'database'>,
): Promise<Manifest> {
  const files = []
  for (const path of filesIn(folder)) files.push({ path, sha256: await digest(folder, path) })
  const manifest: Manifest = { format: 'gatehouse-backup', version: 1, ...about, files }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  writeFileSync(join(folder, MANIFEST), text, { mode: 0o600, flag: 'wx' })
  return manifest
}

/** Throws unless the folder contains exactly the files of its manifest, unchanged. */
export async function readBackup(folder: string): Promise<Manifest> {
  const file = join(folder, MANIFEST)
  const broken = (message: string) => cannotRun('backup_invalid', message)
  if (!existsSync(file)) throw broken(`${folder} is not a complete backup: it has no ${MANIFEST}.`)
  const { data } = manifestSchema.safeParse(parse(readFileSync(file, 'utf8')))
  if (!data) throw broken(`${file} is damaged, or from another version.`)
  const listed = new Map(data.files.map(({ path, sha256 }) => [path, sha256]))
  for (const path of filesIn(folder)) {
    if (path === MANIFEST) continue
    const expected = listed.get(path)
    if (!expected) throw broken(`${path} is not part of this backup.`)
    if ((await digest(folder, path)) !== expected) throw broken(`${path} is damaged.`)
    listed.delete(path)
  }
  const [missing] = listed.keys()
  if (missing) throw broken(`${missing} is missing.`)
  return data
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

async function digest(folder: string, path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, path)), hash)
  return hash.digest('hex')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
