// npm run build:clients: writes the types of the TypeScript client, compiles each package of
// clients/, and packs it into dist/clients, ready for `npm install <file>` or `npm publish`. With
// --keep-types, it compiles the types as they are committed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build-stamp.mjs'
import { writeClientTypes } from './write-client-types.mjs'

const TARGET = join(root, 'dist/clients')
const TSC = join(root, 'node_modules/typescript/bin/tsc')

/** @param {string} file @param {string[]} args @param {string} cwd */
function run(file, args, cwd) {
  const done = spawnSync(process.execPath, [file, ...args], { cwd, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${args.join(' ')}\n${done.stdout}${done.stderr}`)
  return done.stdout
}

/**
 * Compiles a package and returns the name of its archive, in a list.
 * @param {string} folder
 */
function pack(folder) {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  run(TSC, ['-p', 'tsconfig.build.json'], folder)
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', TARGET]
  const done = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(done.stderr)
  /** @type {Record<string, { filename: string }>} */
  const packed = JSON.parse(done.stdout)
  return Object.values(packed).map(({ filename }) => filename)
}

/** Builds and packs every package of clients/. */
async function buildClients() {
  if (!process.argv.includes('--keep-types')) await writeClientTypes()
  rmSync(TARGET, { recursive: true, force: true })
  mkdirSync(TARGET, { recursive: true })
  return readdirSync(join(root, 'clients'))
    .map((name) => join(root, 'clients', name))
    .filter((folder) => existsSync(join(folder, 'tsconfig.build.json')))
    .flatMap(pack)
}

for (const file of await buildClients()) console.log(`dist/clients/${file}`)
process.exit()
