// npm run audit:verify: verifies the chain of seals over the audit trail and names the first
// invalid record. Exit code 0: intact, 1: not intact, 2: could not be read. It changes nothing and
// needs no running service.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './build-stamp.mjs'
import { bundle } from './build.mjs'

const file = 'dist/server/audit-verify.mjs'
await bundle('server/audit-verify.ts', file)
await import(pathToFileURL(join(root, file)).href)
