// npm run build:image: puts what a production start reads, and nothing else, into dist/image. From
// npm packages it takes the files that the bundles import, so neither development dependencies nor
// build tools get into the image. Needs a build.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
// The tracer that Next's own builds use.
// @ts-expect-error -- it has no types
import nft from 'next/dist/compiled/@vercel/nft/index.js'
import { ctlFile, isBuilt, root } from './build-stamp.mjs'
import { bundle } from './build.mjs'

const OUT = join(root, 'dist/image')
/** Commands for operators, beside the service itself. */
const COMMANDS = ['migrate']
/** What the entries load on demand. */
const CHUNKS = ['dist/server/chunks', join(dirname(ctlFile), 'chunks')]
/** Loaded at run time by a name that the tracer does not see, or with files beside their code. */
const WHOLE = ['next', '@electric-sql/pglite', '@node-rs/argon2', 'bcryptjs', 'pino']
/** Used only to build or in development. */
const LEFT_OUT = [
  /^node_modules\/(typescript|prisma|esbuild|@esbuild|@next\/swc-[^/]+)\//,
  /^node_modules\/next\/dist\/(esm|docs|next-devtools)\//,
  /\.(map|md|d\.[cm]?ts)$/,
]
/** What `next build` leaves for later builds, not for the server. */
const NOT_SERVED =
  /^\.next\/(node_modules|cache|dev|types|diagnostics|standalone|trace|turbopack)|\.(map|nft\.json)$/

/** @param {string} from */
const copy = (from, to = from) => {
  mkdirSync(dirname(join(OUT, to)), { recursive: true })
  cpSync(join(root, from), join(OUT, to), { recursive: true, verbatimSymlinks: true })
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** What Next recorded that its pages load. */
const loadedByPages = () =>
  filesIn('.next')
    .filter((file) => file.endsWith('.nft.json'))
    .flatMap((list) => {
      /** @type {{ files: string[] }} */
      const { files } = JSON.parse(readFileSync(join(root, list), 'utf8'))
      return files.map((file) => join(dirname(list), file))
    })

/** @param {string} file */
const isLeftOut = (file) => LEFT_OUT.some((pattern) => pattern.test(file))

/**
 * The files of npm packages that the bundles and the pages load, relative to the root.
 * @param {string[]} entries
 */
async function loadedModules(entries) {
  /** @type {{ fileList: Set<string> }} */
  const traced = await nft.nodeFileTrace(
    [...entries, 'node_modules/next/dist/server/next.js'].map((file) => join(root, file)),
    { base: root, processCwd: root, ignore: isLeftOut },
  )
  const whole = WHOLE.flatMap((name) => filesIn(join('node_modules', name)))
  return [...new Set([...traced.fileList, ...loadedByPages(), ...whole])].filter(
    (file) => file.startsWith('node_modules/') && !isLeftOut(file),
  )
}

if (!isBuilt()) throw new Error('there is no build of these sources: run npm run build first')
rmSync(OUT, { recursive: true, force: true })
for (const name of COMMANDS) await bundle(`server/${name}.ts`, `dist/server/${name}.mjs`)
const entries = [...['index', ...COMMANDS].map((name) => `dist/server/${name}.mjs`), ctlFile]
for (const file of [...entries, ...(await loadedModules(entries))]) copy(file)
for (const file of CHUNKS.flatMap(filesIn).filter((name) => !isLeftOut(name))) copy(file)
copy('deploy/healthcheck.mjs', 'dist/server/healthcheck.mjs')
copy('package.json')
copy('next.config.mjs')
copy('prisma/migrations')
for (const file of filesIn('.next').filter((name) => !NOT_SERVED.test(name))) copy(file)
// Links, by which the pages load packages that are not bundled.
copy('.next/node_modules')
