// Runs Prisma's CLI with the WebAssembly build of its schema engine (scripts/schema-engine.mjs), so
// that no binary is downloaded: `npm ci` works offline from a registry mirror and with install
// scripts disabled.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const packageFile = createRequire(import.meta.url).resolve('prisma/package.json')
const engine = join(here, 'schema-engine.mjs')
const result = spawnSync(
  process.execPath,
  [join(dirname(packageFile), 'build/index.js'), ...process.argv.slice(2)],
  {
    cwd: join(here, '..'),
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: engine,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  },
)
process.exit(result.status ?? 1)
