// npm run dev: pages and components reload in the browser (Next); changes to server and lib restart
// the process (tsx).
import { spawn, spawnSync } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from './build-stamp.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { errorMessage } from './error-message.mjs'
import { writeApiRoutes } from './write-api-routes.mjs'
import { writePageTable } from './write-page-table.mjs'

writeApiRoutes()
writePageTable()
endWithNpm()
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
// On invalid settings the watcher would wait for changed sources instead of exiting.
const check = spawnSync(process.execPath, [tsx, join(root, 'server/check-settings.ts')], {
  stdio: 'inherit',
})
if (check.status !== 0) process.exit(check.status ?? 1)
const child = spawn(
  process.execPath,
  [
    tsx,
    'watch',
    '--clear-screen=false',
    join(root, 'server/index.ts'),
    '--dev',
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' },
  },
)
// A new route or page works without a restart by hand.
const watcher = watch(join(root, 'app'), { recursive: true }, (_, file) => {
  if (!/(^|\W)(route\.ts|pages\.ts|page\.tsx)$/.test(file ?? '')) return
  try {
    writeApiRoutes()
    writePageTable()
  } catch (error) {
    // A folder may be moved during the scan. The next event writes again.
    console.error(errorMessage(error))
  }
})
watcher.on('error', (error) => console.error(error.message))
// The terminal sends Ctrl-C to the watcher, too; a second signal would make it kill the service
// immediately.
process.on('SIGINT', () => undefined)
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 0))
