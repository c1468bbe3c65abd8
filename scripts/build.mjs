// The production build: generated sources, Next's pages, then the server bundle. Writes a stamp, so
// that `npm start` knows whether to build.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as esbuild } from 'esbuild'
import { buildOnce as buildOnceIn } from './build-once.mjs'
import { ctlFile, isBuilt, root, sourceStamp, stampFile } from './build-stamp.mjs'
import { generate } from './generate.mjs'

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Bundles one entry of server/ for Node 20 into a file; npm packages stay external.
 * @param {string} entry
 * @param {string} outfile
 */
export const bundle = (entry, outfile) => bundleWith(entry, { outfile: join(root, outfile) })

/** @param {string} entry @param {import('esbuild').BuildOptions} output */
function bundleWith(entry, output) {
  return esbuild({
    entryPoints: [join(root, entry)],
    ...output,
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  })
}

/**
 * Bundles an entry into `folder`, split where it imports a module at run time: one file would load
 * the packages of every such module at the start.
 * @param {string} entry
 * @param {string} folder
 */
function bundleSplit(entry, folder) {
  rmSync(join(root, folder, 'chunks'), { recursive: true, force: true })
  return bundleWith(entry, {
    outdir: join(root, folder),
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
  })
}

/**
 * @param {boolean} quiet
 * @param {AbortSignal | undefined} abortSignal
 * @returns {Promise<void>}
 */
function nextBuild(quiet, abortSignal) {
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/next/dist/bin/next'), 'build', root],
    {
      cwd: root,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output += chunk))
  // An interrupted build leaves no child process behind.
  /** @param {NodeJS.Signals} signal */
  const interrupt = (signal) => {
    child.kill(signal)
    process.exitCode = 128 + constants.signals[signal]
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  abortSignal?.addEventListener('abort', () => child.kill())
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const signal of SIGNALS) process.off(signal, interrupt)
      if (code === 0) resolve()
      else
        reject(
          new Error(`${output}next build ${signal ? `was interrupted (${signal})` : 'failed'}`),
        )
    })
  })
}

/**
 * Builds everything. With `quiet`, prints Next's output only when it fails. Throws without a stamp
 * after `signal` is aborted.
 * @param {{ quiet?: boolean; signal?: AbortSignal }} [options]
 */
export async function build({ quiet = false, signal } = {}) {
  const stamp = sourceStamp()
  rmSync(stampFile, { force: true })
  rmSync(join(root, '.next/dev'), { recursive: true, force: true }) // its stale route types would fail the type check
  await generate()
  signal?.throwIfAborted()
  await nextBuild(quiet, signal)
  await bundleSplit('server/index.ts', 'dist/server')
  await bundleSplit('server/ctl/gatehousectl.ts', dirname(ctlFile))
  signal?.throwIfAborted()
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stampFile, stamp)
}

/** Builds unless another process is already building: then waits for its result. */
export function buildOnce() {
  const folder = join(root, 'dist/build')
  mkdirSync(join(root, 'dist'), { recursive: true })
  return buildOnceIn({ folder, isBuilt, build: (signal) => build({ quiet: true, signal }) })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch((error) => {
    console.error(error.message)
    process.exit(process.exitCode || 1)
  })
}
