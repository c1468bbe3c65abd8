// npm test: everything, on whatever is here. Builds when needed, finds a PostgreSQL server and a Chromium, runs vitest and
// Playwright, and prints one sum. What had to be left out is named.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tsImport } from 'tsx/esm/api'
import { isBuilt, root } from './build-stamp.mjs'
import { build } from './build.mjs'
import { generate } from './generate.mjs'

const { PostgresCluster } = await tsImport('../lib/testing/postgres-cluster.ts', import.meta.url)
const { findChromium } = await tsImport('../lib/testing/find-chromium.ts', import.meta.url)

const reports = mkdtempSync(join(tmpdir(), 'gatehouse-tests-'))
const sum = { passed: 0, failed: 0, skipped: [] }
const leftOut = []
const VITEST = join(root, 'node_modules/vitest/vitest.mjs')
const PLAYWRIGHT = join(root, 'node_modules/@playwright/test/cli.js')

function run(file, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
    })
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** A suite that failed without a failed test (it did not load, a hook threw) counts as one failure. */
function add({ passed, failed, skipped }, exitCode) {
  sum.passed += passed
  sum.failed += failed === 0 && exitCode !== 0 ? 1 : failed
  sum.skipped.push(...skipped)
}

async function runVitest(name, projects, env) {
  const report = join(reports, `${name}.json`)
  console.log(`\n── ${name} (${projects.join(', ')})`)
  const code = await run(
    VITEST,
    [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--passWithNoTests',
    ],
    env,
  )
  const tests = read(report)?.testResults.flatMap((file) => file.assertionResults) ?? []
  const having = (...states) => tests.filter((test) => states.includes(test.status))
  add(
    {
      passed: having('passed').length,
      failed: having('failed').length,
      skipped: having('pending', 'skipped', 'todo').map((test) => test.fullName),
    },
    code,
  )
}

function* specsOf(suite) {
  yield* suite.specs ?? []
  for (const inner of suite.suites ?? []) yield* specsOf(inner)
}

async function runPlaywright() {
  console.log('\n── browser')
  if (!findChromium()) await run(PLAYWRIGHT, ['install', 'chromium'])
  if (!findChromium()) {
    console.error(
      'No Chromium: run `npx playwright install chromium` or `apt-get install chromium`, or name one by CHROMIUM_PATH.',
    )
    sum.failed += 1
    return
  }
  const report = join(reports, 'browser.json')
  const code = await run(PLAYWRIGHT, ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  const results = read(report)
  const specs = results ? results.suites.flatMap((suite) => [...specsOf(suite)]) : []
  const skipped = specs.filter((spec) => spec.tests.every((test) => test.status === 'skipped'))
  const failed = specs.filter((spec) => !spec.ok)
  add(
    {
      passed: specs.length - skipped.length - failed.length,
      failed: failed.length,
      skipped: skipped.map((spec) => spec.title),
    },
    code,
  )
}

/** The server that TEST_DATABASE_URL names, or one started for this run; null when the machine has none. */
async function postgres() {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, remove: async () => {} }
  return PostgresCluster.create()
}

function raceFiles(folder = 'lib') {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? raceFiles(path) : path.endsWith('.race.test.ts') ? [path] : []
  })
}

generate()
if (!isBuilt()) await build()
const server = await postgres()
if (!server)
  leftOut.push(
    'no PostgreSQL server (TEST_DATABASE_URL, or the binaries of a package): database tests ran on the embedded database only, without',
    ...raceFiles().map((file) => `  ${file}`),
  )
try {
  const env = server ? { TEST_DATABASE_URL: server.url } : {}
  await runVitest('units and database', ['unit', 'embedded', ...(server ? ['server'] : [])], env)
  await runVitest('whole processes', ['service'], env)
  await runPlaywright()
} finally {
  await server?.remove()
  rmSync(reports, { recursive: true, force: true })
}

if (leftOut.length > 0) console.log(`\nLeft out: ${leftOut.join('\n')}`)
if (sum.skipped.length > 0) console.log(`\nSkipped:\n${sum.skipped.map((name) => `  ${name}`).join('\n')}`)
const skippedCount = sum.skipped.length > 0 ? `, ${sum.skipped.length} skipped` : ''
console.log(`\n${sum.passed} passed, ${sum.failed} failed${skippedCount}`)
process.exit(sum.failed > 0 ? 1 : 0)
