// Stand-ins for the base images where no registry can be reached, made from Debian's own archive:
// node:22-bookworm-slim with Node from npm and this machine's npm and certificates, and
// postgres:17-bookworm with the clients of PostgreSQL that Debian has.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const NODE = `node-linux-${process.arch}`
const NODE_VERSION = '22.23.3'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const NPM = '/usr/local/lib/node_modules/npm'

/** @param {string[]} args */
const buildah = (...args) => execFileSync('buildah', args, { encoding: 'utf8' }).trim()

/** The names of the stand-ins, which are made on the first call and kept by buildah. */
export const baseImages = () => ({
  node: kept(`localhost/gatehouse-node:${NODE_VERSION}`, addNode),
  postgres: kept('localhost/gatehouse-postgres:bookworm', addPostgresClients),
})

/**
 * @param {string} name
 * @param {(container: string, folder: string) => void} addTo
 */
function kept(name, addTo) {
  try {
    buildah('inspect', '--type', 'image', name)
    return name
  } catch {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-base-'))
    try {
      const container = buildah('from', 'scratch')
      addTo(container, folder)
      buildah('commit', '--quiet', '--rm', container, name)
      return name
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** @param {string} folder @param {string} command @param {string[]} args */
const runIn = (folder, command, ...args) =>
  execFileSync(command, args, { stdio: 'inherit', cwd: folder })

/** @param {string} container @param {string} folder @param {string} packages */
function addDebian(container, folder, packages) {
  const file = join(folder, 'debian.tar')
  runIn(folder, 'mmdebstrap', '--variant=minbase', `--include=${packages}`, 'bookworm', file)
  buildah('add', '--quiet', container, file, '/')
}

/** @param {string} container @param {string} folder */
function addPostgresClients(container, folder) {
  addDebian(container, folder, 'postgresql-client,libstdc++6')
}

/** @param {string} container @param {string} folder */
function addNode(container, folder) {
  addDebian(container, folder, 'ca-certificates,libstdc++6')
  const options = ['--ignore-scripts', '--no-audit', '--prefix', folder]
  runIn(folder, 'npm', 'install', ...options, `${NODE}@${NODE_VERSION}`)
  const node = join(folder, 'node_modules', NODE, 'bin/node')
  const npm = dirname(
    dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())),
  )
  buildah('copy', '--quiet', '--chmod', '755', container, node, '/usr/local/bin/node')
  buildah('copy', '--quiet', container, npm, NPM)
  // Behind a proxy that inspects TLS, only this machine's certificates let npm reach its registry.
  buildah('copy', '--quiet', container, CERTIFICATES, CERTIFICATES)
  const link = ['ln', '-s', `${NPM}/bin/npm-cli.js`, '/usr/local/bin/npm']
  buildah('run', '--isolation', 'chroot', container, ...link)
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, '--cmd', 'node', container)
}
