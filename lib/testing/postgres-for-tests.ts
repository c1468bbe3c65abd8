import type { TestProject } from 'vitest/node'

/** Provides the address of a PostgreSQL server for the tests of this project. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('testServerUrl', process.env.TEST_DATABASE_URL ?? '')
}
