import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const SCRIPT = join(import.meta.dirname, 'prisma.mjs')

it('asks the embedded database through the stand-in for the schema engine', async () => {
  const { stdout } = await run(process.execPath, [SCRIPT, 'migrate', 'status'], {
    env: { ...process.env, DATABASE_URL: 'pglite:memory' },
  }).catch((error: unknown) => error as { stdout: string })
  expect(stdout).toContain('have not yet been applied')
}, 60_000)
