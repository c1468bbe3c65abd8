// Builds for `npm start`. A process of its own: the memory of the build, and esbuild's process,
// which it leaves running, would otherwise stay for as long as the service runs.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './build-stamp.mjs'
import { buildOnce, bundle } from './build.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { errorMessage } from './error-message.mjs'

endWithNpm()
const checkSettings = 'dist/server/check-settings.mjs'
try {
  // Reports invalid settings before the build, not after it.
  await bundle('server/check-settings.ts', checkSettings)
  await import(pathToFileURL(join(root, checkSettings)).href)
  await buildOnce()
} catch (error) {
  console.error(errorMessage(error))
  process.exit(process.exitCode || 1)
}
