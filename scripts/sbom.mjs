// npm run sbom: prints a CycloneDX list of the npm packages that production uses. Not with npm's
// `--omit dev`, which also leaves out each package that a development dependency shares.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build-stamp.mjs'

/**
 * @typedef {object} LockedPackage
 * @property {string} [name]
 * @property {string} version
 * @property {boolean} [dev]
 * @property {boolean} [devOptional]
 * @property {boolean} [link]
 */
/** @typedef {{ name: string; packages: Record<string, LockedPackage> }} Lock */

/**
 * What an installation without development dependencies has. `devOptional` marks a development
 * dependency that is also an optional peer, which npm does not install by itself.
 * @param {Lock} lock
 */
const productionPackages = ({ packages }) =>
  Object.entries(packages)
    .filter(([path]) => path.includes('node_modules/'))
    .filter(([, { dev, devOptional, link }]) => !dev && !devOptional && !link)
    .map(([path, { name, version }]) => `${name ?? path.split('node_modules/').pop()}@${version}`)

const { stdout, stderr, status } = spawnSync(
  'npm',
  'sbom --sbom-format cyclonedx --sbom-type application --package-lock-only'.split(' '),
  { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 },
)
if (status !== 0) {
  console.error(stderr || 'npm sbom failed')
  process.exit(1)
}

/**
 * @type {{
 *   metadata: { component: { name: string; 'bom-ref': string } }
 *   components: { 'bom-ref': string }[]
 *   dependencies: { ref: string; dependsOn: string[] }[]
 * }}
 */
const bom = JSON.parse(stdout)
/** @type {Lock} */
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const listed = new Set(productionPackages(lock))
const application = bom.metadata.component
// npm names it after the folder.
application.name = lock.name
bom.components = bom.components.filter((component) => listed.has(component['bom-ref']))
bom.dependencies = bom.dependencies
  .filter(({ ref }) => listed.has(ref) || ref === application['bom-ref'])
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => listed.has(one)) }))
console.log(JSON.stringify(bom, null, 2))
