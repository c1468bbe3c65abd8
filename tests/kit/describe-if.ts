import { describe, inject, it } from 'vitest'
import { isLongRun } from '@/tests/kit/long-run'

type Describe = (name: string, define: () => void) => void

/**
 * A `describe` for tests that cannot run on every machine. When skipped, their names say what is
 * missing.
 */
export function describeIf(available: boolean, missing: string): Describe {
  return (name, define) =>
    describe.skipIf(!available)(available ? name : `${name} [skipped: ${missing}]`, define)
}

/** A `describe` whose tests need a PostgreSQL server, for example tests of several instances. */
export const describeOnServer: Describe = (name, define) =>
  describeIf(inject('testServerUrl') !== '', 'no PostgreSQL server')(name, define)

export const describeWithFileModes = describeIf(
  process.platform !== 'win32',
  'no file modes on Windows',
)

/** A test that starts processes again, which takes too long for every run of the tests. */
export const itLong: (name: string, run: () => Promise<void>) => void = (name, run) =>
  isLongRun ? it(name, run) : it.skip(`${name} [skipped: only in test:long]`, run)
