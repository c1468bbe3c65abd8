import { findTestServer } from '@/tests/kit/test-server'

/**
 * Finds a PostgreSQL server for the test files that have a service of their own, and names it in
 * the environment, which the workers inherit.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const server = await findTestServer()
  process.env.E2E_SERVER_URL = server?.url ?? ''
  process.env.E2E_TEMPLATE = server?.template ?? ''
  return async () => server?.remove()
}
