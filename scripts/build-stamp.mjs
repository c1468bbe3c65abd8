// Tells whether the build on disk matches the sources on disk. By content rather than git: an
// unpacked archive has no git history.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
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
  'docs',
  'clients/guard/README.md',
  'clients/typescript/README.md',
  'examples/nextjs/README.md',
  '.env.example',
  'prisma/schema.prisma',
  'scripts',
  'instrumentation.ts',
  'proxy.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
/** Of the folders in docs/, the service shows only the operations. */
const IRRELEVANT = /(^|\/)generated(\/|$)|\.test\.tsx?$|(^|\/)\.|^docs\/(?!operations\/).+\//

/**
 * @param {string} path
 * @returns {string[]}
 */
function files(path) {
  if (!existsSync(join(root, path))) return []
  if (IRRELEVANT.test(path) && !SOURCES.includes(path)) return []
  try {
    return readdirSync(join(root, path))
      .sort()
      .flatMap((name) => files(`${path}/${name}`))
  } catch {
    return [path] // ENOTDIR: a file
  }
}

/**
 * Identifies the sources by what the file system says of them, without reading them. In hex.
 * @param {string[]} paths
 */
function quickStamp(paths) {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths) {
    const { size, mtimeMs, ctimeMs, ino } = statSync(join(root, path))
    hash.update(`\0${path}\0${size} ${mtimeMs} ${ctimeMs} ${ino}`)
  }
  return hash.digest('hex')
}

/** SHA-256 over the names and contents of everything that goes into a build, in hex. */
export function sourceStamp(paths = SOURCES.flatMap(files)) {
  const hash = createHash('sha256').update(process.version)
  for (const path of paths) hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/**
 * Whether the build is up to date. The contents decide; they are not read again until a file
 * changes.
 */
export function isBuilt() {
  const results = ['dist/server/index.mjs', ctlFile, '.next/BUILD_ID'].map((path) =>
    join(root, path),
  )
  if (![...results, stampFile].every((path) => existsSync(path))) return false
  const [contents, seen] = readFileSync(stampFile, 'utf8').split('\n')
  const paths = SOURCES.flatMap(files)
  const quick = quickStamp(paths)
  if (seen === quick) return true
  if (contents !== sourceStamp(paths)) return false
  try {
    // Renamed, because a start at the same moment must not read half of it.
    writeFileSync(`${stampFile}.${process.pid}`, `${contents}\n${quick}`)
    renameSync(`${stampFile}.${process.pid}`, stampFile)
  } catch {
    // A read-only installation reads the contents at each start.
  }
  return true
}
