// npm run bench: builds if needed, starts the references, and prints ratios within one run.
import { join } from 'node:path'
import { root, isBuilt } from './build-stamp.mjs'
import { build } from './build.mjs'
import { endOnSignal, startGroup } from './child-group.mjs'
import { endWithNpm } from './end-with-npm.mjs'

/** @type {ReturnType<typeof startGroup> | null} */
let bench = null
endWithNpm()
endOnSignal(async (signal) => bench?.stop(signal))
if (!isBuilt()) await build()
bench = startGroup(['--import', 'tsx', join(root, 'bench/index.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exitCode = await bench.ended
