// npm run audit:verify: walks the chain of seals over the audit trail and names the first bad
// record. Exit code 0: intact, 1: not, 2: it could not be read. It changes nothing and needs no
// running service.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './build-stamp.mjs'
import { bundle } from './build.mjs'

const file = 'dist/server/audit-verify.mjs'
await bundle('server/audit-verify.ts', file)
await import(pathToFileURL(join(root, file)).href)
