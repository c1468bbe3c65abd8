// npm run check:types: checks the types of the service, the clients, the manifests, and the Next.js
// example with TypeScript 7, which needs half the processor time of TypeScript 6. Next needs the
// JavaScript API of 6, so both are installed, and which one `tsc` runs is up to npm.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './build-stamp.mjs'

const TSC = join(root, 'node_modules/typescript-7/bin/tsc')
const PROJECTS = ['.', 'clients', 'scripts', 'deploy/kubernetes', 'examples/nextjs/test']

const failed = PROJECTS.filter((project) => {
  const args = [TSC, '--noEmit', '-p', join(root, project)]
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0
})
process.exit(failed.length > 0 ? 1 : 0)
