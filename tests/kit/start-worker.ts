import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { inject, onTestFinished } from 'vitest'
import { db } from '@/lib/platform/db/database'
import type { Work } from '@/tests/kit/worker-process'

const SOURCE = fileURLToPath(new URL('./worker-process.ts', import.meta.url))
/** In the project, so that Node finds the packages. */
const BUNDLE = fileURLToPath(new URL('../../dist/testing/worker-process.mjs', import.meta.url))

let bundled: Promise<void> | null = null

/** Bundles the program once: compiling its modules at each start takes a second longer. */
async function bundle(): Promise<void> {
  // Renamed, because another test process may do the same.
  const draft = `${BUNDLE}.${process.pid}`
  await build({
    entryPoints: [SOURCE],
    outfile: draft,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  renameSync(draft, BUNDLE)
}

/** A worker process on the database of this test file. */
export interface WorkerProcess {
  /** Kills it at any point of its work. */
  kill(): Promise<void>
}

/** Starts a worker in a separate process, which ends with the test at the latest. */
export async function startWorker(
  work: Work,
  env: Record<string, string> = {},
): Promise<WorkerProcess> {
  await (bundled ??= bundle())
  const worker = spawn(process.execPath, [BUNDLE, work], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: await testDatabaseUrl(),
      ...env,
    },
  })
  const exited = once(worker, 'exit')
  const kill = async () => {
    worker.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  return { kill }
}

/** The address of this test file's database, for additional connections and processes. */
export async function testDatabaseUrl(): Promise<string> {
  const [{ name } = { name: '' }] = await db().$queryRaw<
    { name: string }[]
  >`SELECT current_database() AS name`
  return Object.assign(new URL(inject('testServerUrl')), { pathname: `/${name}` }).toString()
}
