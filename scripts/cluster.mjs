// npm run cluster: builds if needed, starts two instances behind HAProxy on this machine, restarts
// them one after the other under load, and prints what the clients saw. --stay keeps it running.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt, root } from './build-stamp.mjs'
import { build } from './build.mjs'
import { endWithNpm } from './end-with-npm.mjs'

endWithNpm()
if (!isBuilt()) await build()
// In a process group of its own: Ctrl-C would otherwise also reach PostgreSQL, before the service
// has ended. It ends when the channel to this process closes.
const child = spawn(
  process.execPath,
  ['--import', 'tsx', join(root, 'tests/kit/cluster/run.ts'), ...process.argv.slice(2)],
  { cwd: root, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => child.kill('SIGTERM'))
child.on('exit', (code) => (process.exitCode = code ?? 1))
