// npm test: runs everything this machine supports. Builds if needed, finds a PostgreSQL server and
// a Chromium, runs vitest and Playwright, and prints one summary, which lists what was skipped.
// npm run test:long (--long) also runs every database test on the embedded database, the tests in
// *.long.test.ts, and more rounds of some browser tests.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { tsImport } from 'tsx/esm/api'
import { isBuilt, root } from './build-stamp.mjs'
import { build } from './build.mjs'
import { endOnSignal, startGroup } from './child-group.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { generate } from './generate.mjs'

/** @type {typeof import('../tests/kit/postgres-cluster.ts')} */
const { PostgresCluster } = await tsImport('../tests/kit/postgres-cluster.ts', import.meta.url)
/** @type {typeof import('../tests/kit/find-chromium.ts')} */
const { findChromium } = await tsImport('../tests/kit/find-chromium.ts', import.meta.url)

/** @typedef {{ name: string; reason?: string }} NamedTest */
/**
 * What a suite reports.
 * @typedef {object} SuiteResult
 * @property {number} passed
 * @property {NamedTest[]} failures
 * @property {string[]} skipped
 * @property {NamedTest[]} secondTry
 */
/**
 * What is read of vitest's report.
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} status
 * @property {string} [message]
 * @property {{ status: string; fullName: string; failureMessages?: string[] }[]} assertionResults
 */
/**
 * What is read of Playwright's report.
 * @typedef {{ status: string; results: { error?: { message?: string } }[] }} BrowserTest
 * @typedef {{ file: string; title: string; ok: boolean; tests: BrowserTest[] }} Spec
 * @typedef {{ specs?: Spec[]; suites?: Suite[] }} Suite
 */

const reports = mkdtempSync(join(tmpdir(), 'gatehouse-tests-'))
/** @type {SuiteResult & { failed: number }} */
const sum = { passed: 0, failed: 0, skipped: [], failures: [], secondTry: [] }
/** @type {string[]} */
const leftOut = []
const isLong = process.argv.includes('--long')
const VITEST = join(root, 'node_modules/vitest/vitest.mjs')
const PLAYWRIGHT = join(root, 'node_modules/@playwright/test/cli.js')

/** @type {Awaited<ReturnType<typeof postgres>>} */
let server = null
/** @type {ReturnType<typeof startGroup> | null} */
let running = null
let isInterrupted = false

/**
 * Never resolves after an interruption, so that nothing else is started.
 * @param {string} file
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>}
 */
async function run(file, args, env = {}) {
  running = startGroup([file, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', LONG_TESTS: isLong ? '1' : '', ...env },
  })
  const code = await running.ended
  return isInterrupted ? new Promise(() => undefined) : code
}

/** @param {NodeJS.Signals} signal */
async function interrupt(signal) {
  isInterrupted = true
  await running?.stop(signal)
  await cleanUp()
}

async function cleanUp() {
  await server?.remove()
  rmSync(reports, { recursive: true, force: true })
}

/** @param {string} file */
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/**
 * A suite that failed without a failed test (it did not load, or a hook threw) counts as one
 * failure.
 * @param {string} suite
 * @param {SuiteResult} result
 * @param {number} exitCode
 */
function add(suite, { passed, failures, skipped, secondTry }, exitCode) {
  const named =
    failures.length === 0 && exitCode !== 0
      ? [{ name: `${suite} ended with exit code ${exitCode}` }]
      : failures
  sum.passed += passed
  sum.failed += named.length
  sum.failures.push(...named)
  sum.skipped.push(...skipped)
  sum.secondTry.push(...secondTry)
}

/**
 * Without color codes and line breaks, because the summary is read in logs. Prisma says what
 * happened in the third line.
 */
const oneLine = (message = '') =>
  stripVTControlCharacters(message)
    .replace(/\n\s*at .*/s, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)

/**
 * @param {string} name
 * @param {string[]} projects
 * @param {Record<string, string>} env
 */
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
  /** @type {VitestFile[]} */
  const files = read(report)?.testResults ?? []
  const tests = files.flatMap((file) =>
    file.assertionResults.map((test) => ({
      status: test.status,
      name: `${relative(root, file.name)} > ${test.fullName}`,
      reason: oneLine(test.failureMessages?.[0]),
    })),
  )
  const unloaded = files
    .filter(
      (file) =>
        file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
    )
    .map((file) => ({ name: relative(root, file.name), reason: oneLine(file.message) }))
  /** @param {string[]} states */
  const having = (...states) => tests.filter((test) => states.includes(test.status))
  add(
    name,
    {
      passed: having('passed').length,
      failures: [...having('failed'), ...unloaded],
      skipped: having('pending', 'skipped', 'todo').map((test) => test.name),
      secondTry: having('passed').filter((test) => test.reason !== ''),
    },
    code,
  )
}

/**
 * @param {Suite} suite
 * @returns {Generator<Spec>}
 */
function* specsOf(suite) {
  yield* suite.specs ?? []
  for (const inner of suite.suites ?? []) yield* specsOf(inner)
}

/** @param {Record<string, string>} env */
async function runPlaywright(env) {
  console.log('\n── browser')
  if (!findChromium()) await run(PLAYWRIGHT, ['install', 'chromium'])
  if (!findChromium()) {
    console.error(
      'No Chromium: run `npx playwright install chromium` or `apt-get install chromium-headless-shell`, or name one by CHROMIUM_PATH.',
    )
    add(
      'browser',
      { passed: 0, failures: [{ name: 'no Chromium' }], skipped: [], secondTry: [] },
      1,
    )
    return
  }
  const report = join(reports, 'browser.json')
  const code = await run(PLAYWRIGHT, ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...env,
  })
  /** @type {{ suites: Suite[] } | null} */
  const results = read(report)
  const specs = results ? results.suites.flatMap((suite) => [...specsOf(suite)]) : []
  const skipped = specs.filter((spec) => spec.tests.every((test) => test.status === 'skipped'))
  const failed = specs.filter((spec) => !spec.ok)
  const flaky = specs.filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
  /** @param {Spec} spec */
  const named = (spec) => ({
    name: `e2e/${spec.file} > ${spec.title}`,
    reason: oneLine(
      spec.tests.flatMap((test) => test.results).find((result) => result.error)?.error?.message,
    ),
  })
  add(
    'browser',
    {
      passed: specs.length - skipped.length - failed.length,
      failures: failed.map(named),
      skipped: skipped.map((spec) => spec.title),
      secondTry: flaky.map(named),
    },
    code,
  )
}

/**
 * The server in TEST_DATABASE_URL, or one started for this run; null when PostgreSQL is not
 * installed.
 * @returns {Promise<{ url: string; remove(): Promise<void> } | null>}
 */
async function postgres() {
  if (process.env.TEST_DATABASE_URL)
    return { url: process.env.TEST_DATABASE_URL, remove: async () => {} }
  return PostgresCluster.create()
}

/**
 * The test files of a kind, such as `race`.
 * @param {string} kind
 */
function testFiles(kind) {
  return ['lib', 'server', 'app', 'tests', 'deploy', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith(`.${kind}.test.ts`) && !file.includes('node_modules/'))
      .map((file) => `${folder}/${file}`),
  )
}

endWithNpm()
endOnSignal(interrupt)
await generate()
if (!isBuilt()) await build()
server = await postgres()
if (!server)
  leftOut.push(
    'no PostgreSQL server (TEST_DATABASE_URL, or the binaries of a package): database tests ran on the embedded database only, without',
    ...[...testFiles('race'), ...(isLong ? testFiles('long') : [])].map((file) => `  ${file}`),
  )
try {
  const scope = isLong ? 'all' : 'core'
  /** @type {Record<string, string>} */
  const env = server ? { TEST_DATABASE_URL: server.url, EMBEDDED_TESTS: scope } : {}
  await runVitest(
    'units and database',
    ['unit', 'embedded', ...(server ? ['server', 'race'] : [])],
    env,
  )
  await runVitest('whole processes', ['service', ...(isLong && server ? ['long'] : [])], env)
  await runPlaywright(env)
} finally {
  await cleanUp()
}

if (leftOut.length > 0) console.log(`\nLeft out: ${leftOut.join('\n')}`)
/** @param {string} title @param {NamedTest[]} tests */
const list = (title, tests) => {
  if (tests.length === 0) return
  console.log(`\n${title}:`)
  for (const { name, reason } of tests) console.log(`  ${name}${reason ? `\n    ${reason}` : ''}`)
}
list(
  'Skipped',
  sum.skipped.map((name) => ({ name })),
)
list('Passed only on the second attempt, each a fault to look into', sum.secondTry)
list('Failed', sum.failures)
const skippedCount = sum.skipped.length > 0 ? `, ${sum.skipped.length} skipped` : ''
console.log(`\n${sum.passed} passed, ${sum.failed} failed${skippedCount}`)
process.exit(sum.failed > 0 ? 1 : 0)
