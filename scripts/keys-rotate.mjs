// npm run keys:rotate: publishes a new key for access tokens in the database, which signs in 20
// minutes. With `-- --leaked`, it signs at once and every earlier key is removed. The service may
// be running or not.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './build-stamp.mjs'
import { bundle } from './build.mjs'

const file = 'dist/server/keys-rotate.mjs'
await bundle('server/keys-rotate.ts', file)
await import(pathToFileURL(join(root, file)).href)
