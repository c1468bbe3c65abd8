// npm start: builds when the sources changed since the last build, then becomes the server (one
// process: a signal to it reaches the service).
import { spawn } from 'node:child_process'
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt, root } from './build-stamp.mjs'
import { endWithNpm } from './end-with-npm.mjs'

// @ts-expect-error -- Next declares it read-only
process.env.NODE_ENV = 'production'
process.env.NEXT_TELEMETRY_DISABLED = '1'

endWithNpm()
if (!isBuilt()) await buildFirst()
// Spares later starts the compilation of modules. Not in Node 20; not in the default folder, which
// other users of the machine can write to.
// @ts-expect-error -- the types are those of Node 20
module.enableCompileCache?.(join(root, 'dist/compile-cache'))
await import(pathToFileURL(join(root, 'dist/server/index.mjs')).href)

/**
 * Resolves when the build is done and its process is gone; exits if it failed or was interrupted.
 */
async function buildFirst() {
  const child = spawn(process.execPath, [join(root, 'scripts/build-for-start.mjs')], {
    stdio: 'inherit',
  })
  /** @param {NodeJS.Signals} signal */
  const interrupt = (signal) => child.kill(signal)
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, interrupt)
  /** @type {number | null} */
  const code = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
  for (const signal of signals) process.off(signal, interrupt)
  if (code !== 0) process.exit(code ?? 130)
}
