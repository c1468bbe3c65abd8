// Generates the files that are not committed: the Prisma client, the route table of the API router,
// the page table, the texts of the guides, the marks of sign-in providers, Next's ambient types. Runs after every install and
// before builds, tests and checks.
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeApiRoutes } from './write-api-routes.mjs'
import { writeGuides } from './write-guides.mjs'
import { writePageTable } from './write-page-table.mjs'
import { writeProviderMarks } from './write-provider-marks.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

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
  const prisma = spawnSync(process.execPath, [join(root, 'scripts/prisma.mjs'), 'generate'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  if (prisma.status !== 0)
    throw new Error(`prisma generate failed\n${prisma.stdout}${prisma.stderr}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate()
