// npm start: builds when the sources changed since the last build, then becomes the server (one
// process: a signal to it reaches the service).
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt, root } from './build-stamp.mjs'
import { endWithNpm } from './end-with-npm.mjs'

process.env.NODE_ENV = 'production'
process.env.NEXT_TELEMETRY_DISABLED = '1'

endWithNpm()
const load = (file) => import(pathToFileURL(join(root, file)).href)

if (!isBuilt()) {
  const { bundle, buildOnce } = await import('./build.mjs')
  // Reports invalid settings before the build, not after it.
  await bundle('server/check-settings.ts', 'dist/server/check-settings.mjs')
  await load('dist/server/check-settings.mjs')
  try {
    await buildOnce()
  } catch (error) {
    console.error(error.message)
    process.exit(process.exitCode || 1)
  }
}
await load('dist/server/index.mjs')
