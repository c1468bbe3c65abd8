// npm run keys:generate [-- --alg EdDSA]: prints a new key for AUTH_JWT_SIGNING_KEYS. Reads no
// settings and stores nothing.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './build-stamp.mjs'
import { bundle } from './build.mjs'

const file = 'dist/server/keys-generate.mjs'
await bundle('server/keys-generate.ts', file)
await import(pathToFileURL(join(root, file)).href)
