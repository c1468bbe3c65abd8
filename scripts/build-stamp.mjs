// Tells whether the build on disk matches the sources on disk. By content rather than git: an
// unpacked archive has no git history.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
export const stampFile = join(root, 'dist/build-stamp')
/** The bundle of gatehousectl, in the package. */
export const ctlFile = 'dist/ctl/gatehousectl.mjs'

const SOURCES = [
  'app',
  'components',
  'lib',
  'server',
  'public',
  'prisma/schema.prisma',
  'scripts/build.mjs',
  'scripts/folders-with.mjs',
  'scripts/write-api-routes.mjs',
  'scripts/write-page-table.mjs',
  'scripts/write-provider-marks.mjs',
  'instrumentation.ts',
  'middleware.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const IRRELEVANT = /(^|\/)(generated|testing)(\/|$)|\.test\.tsx?$|(^|\/)\./

function files(path) {
  if (!existsSync(join(root, path)) || IRRELEVANT.test(path)) return []
  try {
    return readdirSync(join(root, path))
      .sort()
      .flatMap((name) => files(`${path}/${name}`))
  } catch {
    return [path] // ENOTDIR: a file
  }
}

/** SHA-256 over the names and contents of everything that goes into a build, in hex. */
export function sourceStamp() {
  const hash = createHash('sha256').update(process.version)
  for (const path of SOURCES.flatMap(files))
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** Whether the build is up to date. */
export function isBuilt() {
  return (
    existsSync(join(root, 'dist/server/index.mjs')) &&
    existsSync(join(root, ctlFile)) &&
    existsSync(join(root, '.next/BUILD_ID')) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === sourceStamp()
  )
}
