// npm run bench: builds if needed, starts the references, and prints ratios within one run.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root, isBuilt } from './build-stamp.mjs'
import { build } from './build.mjs'

if (!isBuilt()) await build()
const child = spawn(
  process.execPath,
  ['--import', 'tsx', join(root, 'bench/index.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
child.on('exit', (code) => (process.exitCode = code ?? 1))
