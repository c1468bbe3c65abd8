// npm run db:deploy: applies pending migrations to the database and ends. The service may be
// running or not.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './build-stamp.mjs'
import { bundle } from './build.mjs'

const file = 'dist/server/migrate.mjs'
await bundle('server/migrate.ts', file)
await import(pathToFileURL(join(root, file)).href)
