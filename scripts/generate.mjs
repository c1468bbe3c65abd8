// Generates the files that are not committed: the Prisma client, the route table of the API router,
// the page table, the texts of the guides, the marks of sign-in providers, Next's ambient types.
// Runs after every install and before builds, tests, and checks. With --docs, it also updates the
// committed documents that follow from declarations.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './build-stamp.mjs'
import { writeApiRoutes } from './write-api-routes.mjs'
import { writeGuides } from './write-guides.mjs'
import { writePageTable } from './write-page-table.mjs'
import { writeProviderMarks } from './write-provider-marks.mjs'

/** Generates everything; throws when Prisma rejects the schema. */
export async function generate() {
  writeApiRoutes()
  writePageTable()
  writeGuides()
  await writeProviderMarks()
  const ambient = join(root, 'next-env.d.ts')
  if (!existsSync(ambient))
    writeFileSync(
      ambient,
      '/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n',
    )
  generatePrismaClient()
}

/** Not again for the same schema and version: it takes three seconds, several times in a CI run. */
function generatePrismaClient() {
  const { version } = createRequire(import.meta.url)('prisma/package.json')
  const schema = readFileSync(join(root, 'prisma/schema.prisma'), 'utf8')
  const wanted = createHash('sha256').update(`${version}\0${schema}`).digest('hex')
  const stamp = join(root, 'prisma/generated/.stamp')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(stamp, { force: true })
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/prisma.mjs'), 'generate'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`prisma generate failed\n${stdout}${stderr}`)
  writeFileSync(stamp, wanted)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await generate()
  if (process.argv.includes('--docs')) {
    // It loads TypeScript with tsx, which an install needs only for this.
    const { writeDocs } = await import('./write-docs.mjs')
    await writeDocs()
    // They include .env.example.
    writeGuides()
  }
}
