import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Tests that start whole processes use more cores each: run half as many at once. Three on two
 * cores would end a tenth sooner, but tests of what must take effect within a second need a free
 * core.
 */
const CORES = Math.max(2, availableParallelism())
const SERVICES = Math.max(2, Math.floor(CORES / 2))

/**
 * On shared CI machines a database or a process can be slow: such tests get a second attempt, and
 * the summary lists each that needed it (scripts/test.mjs). Never unit or race tests, where a retry
 * would hide a defect.
 */
const SECOND_TRY = process.env.CI ? 1 : 0

/**
 * With a PostgreSQL server (scripts/test.mjs) the embedded database, three times slower, runs only
 * tests where the two could differ: connections and transactions, functions, triggers, partitions,
 * and the most unusual statements. All others run on it when there is no server, and in
 * `npm run test:long`. Some of the browser tests run on it, too.
 */
const EMBEDDED_TESTS =
  process.env.EMBEDDED_TESTS === 'core'
    ? [
        'lib/{platform,protection,messaging/webhooks}/**/*.db.test.ts',
        'lib/audit/{audit-*,file-erasures,share-verification}.db.test.ts',
      ]
    : ['{lib,server,app,tests}/**/*.db.test.ts']

/**
 * Reloading the modules for each file took half as long again as the tests;
 * tests/kit/fresh-process.ts isolates the files.
 */
const SHARED_MODULES = false

const shared = {
  resolve: { tsconfigPaths: true },
}
const everywhere = {
  environment: 'node',
  testTimeout: 30_000,
  hookTimeout: 60_000,
  setupFiles: ['tests/kit/fresh-process.ts'],
}

/**
 * - unit: `*.test.ts`, no database
 * - embedded: `*.db.test.ts` on the embedded database (see EMBEDDED_TESTS)
 * - server: `*.db.test.ts` except `embedded-*.db.test.ts`, on a PostgreSQL server, found or named
 *   (tests/kit/postgres-for-tests.ts)
 * - race: `*.race.test.ts` on that server, many at once
 * - service: `*.service.test.ts`, whole processes, from outside
 * - long: `*.long.test.ts`, the same, only with `npm run test:long`
 */
export default defineConfig({
  test: {
    // Tests wait for a local server as often as they compute: with one more worker than cores, they
    // end a tenth sooner than with one for each.
    maxWorkers: CORES + 1,
    projects: [
      {
        ...shared,
        test: {
          ...everywhere,
          isolate: SHARED_MODULES,
          name: 'unit',
          include: [
            '{lib,server,app,components,tests,scripts,clients,examples,deploy}/**/*.test.{ts,tsx}',
          ],
          exclude: ['**/*.{db,race,service,long}.test.ts', '**/{.next,node_modules}/**'],
        },
      },
      {
        ...shared,
        test: {
          ...everywhere,
          isolate: SHARED_MODULES,
          name: 'embedded',
          include: EMBEDDED_TESTS,
          retry: SECOND_TRY,
          provide: { testServerUrl: '', testTemplate: '' },
        },
      },
      {
        ...shared,
        test: {
          ...everywhere,
          isolate: SHARED_MODULES,
          name: 'server',
          include: ['{lib,server,app,tests}/**/*.db.test.ts'],
          exclude: ['**/embedded-*.db.test.ts'],
          retry: SECOND_TRY,
          globalSetup: ['tests/kit/postgres-for-tests.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...everywhere,
          isolate: SHARED_MODULES,
          name: 'race',
          include: ['{lib,server,app,tests}/**/*.race.test.ts'],
          globalSetup: ['tests/kit/postgres-for-tests.ts'],
        },
      },
      {
        ...shared,
        test: {
          ...everywhere,
          // They start processes and, on a first start, create a database.
          testTimeout: 90_000,
          hookTimeout: 120_000,
          retry: SECOND_TRY,
          isolate: SHARED_MODULES,
          name: 'service',
          include: ['{lib,server,app,tests,clients,examples}/**/*.service.test.ts'],
          globalSetup: ['tests/kit/postgres-for-tests.ts'],
          maxWorkers: SERVICES,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...shared,
        test: {
          ...everywhere,
          testTimeout: 600_000,
          hookTimeout: 120_000,
          name: 'long',
          include: ['{lib,server,tests,deploy,examples}/**/*.long.test.ts'],
          globalSetup: ['tests/kit/postgres-for-tests.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
