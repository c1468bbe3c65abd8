import { build } from 'esbuild'
import type { Page } from '@playwright/test'
import { expect, test } from '@/e2e/fixtures'
import { isLongRun } from '@/tests/kit/long-run'
import { faultsInTurn, startLossyProxy } from '@/tests/kit/lossy-proxy'

const REFRESH = '/api/v1/auth/refresh'
const TABS = 4
const WORKERS = 6
const TTL_SECONDS = 3
/** The least time under requests, so that a fast service renews tokens too. */
const LEAST_MS = (isLongRun ? 4 : 2) * TTL_SECONDS * 1000
/** The page's script: the client as a global, with what it hears. */
const SCRIPT = `
  import { createClient, localStore } from './src/index.ts'
  const store = localStore()
  const client = createClient({ baseUrl: location.origin, store })
  const ended = []
  client.auth.onSignedOut((reason) => ended.push(reason))
  const run = async (requests) => {
    const outcomes = {}
    const count = (outcome) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1)
    const until = performance.now() + ${LEAST_MS}
    const worker = async () => {
      while (requests-- > 0 || performance.now() < until)
        await client.GET('/api/v1/me').then(() => count('ok'), (error) => count(error.code))
    }
    await Promise.all(Array.from({ length: ${WORKERS} }, worker))
    return outcomes
  }
  window.gatehouse = { client, store, ended, run }
`

interface Gatehouse {
  client: {
    auth: {
      login(body: object): Promise<{ status: string }>
      logout(): Promise<void>
      session(): Promise<{ session_id: string; refresh_token: string } | null>
    }
  }
  store: { keyFor(refreshToken: string, proposal: string): Promise<string | null> }
  ended: string[]
  run(requests: number): Promise<Record<string, number>>
}
declare const gatehouse: Gatehouse

test.setTimeout(180_000)
test.use({ serviceEnv: { AUTH_ACCESS_TOKEN_TTL: `${TTL_SECONDS}s` } })

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: SCRIPT, resolveDir: 'clients/typescript', loader: 'ts' },
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]!.text
}

const files = async () => ({
  '/tab': { type: 'text/html', text: '<!doctype html><script src=/client.js></script>' },
  '/client.js': { type: 'text/javascript', text: await bundle() },
})

const sessionIn = (page: Page) => page.evaluate(() => gatehouse.client.auth.session())
const endedIn = (page: Page) => page.evaluate(() => gatehouse.ended)

const cases = [
  { title: 'navigator.locks', requests: isLongRun ? 8000 : 1000 },
  {
    title: 'no navigator.locks, as on plain HTTP',
    requests: isLongRun ? 2000 : 500,
    locks: () => Object.defineProperty(navigator, 'locks', { value: undefined }),
  },
]
for (const { title, requests, locks } of cases)
  test(`the client in ${TABS} tabs with ${title}: ${requests} requests on a network that loses responses, no one is signed out`, async ({
    context,
    service,
    person,
  }) => {
    const network = await startLossyProxy(service.url, {
      faultOf: faultsInTurn((path) => (path === REFRESH ? 0.6 : 0.03)),
      files: await files(),
    })
    if (locks) await context.addInitScript(locks)
    const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()))
    for (const tab of tabs) await tab.goto(`${network.url}/tab`)
    const [first, ...others] = tabs as [Page, ...Page[]]
    expect(await first.evaluate((body) => gatehouse.client.auth.login(body), person)).toMatchObject(
      { status: 'signed_in' },
    )
    const before = await sessionIn(first)

    const outcomes = await Promise.all(
      tabs.map((tab) => tab.evaluate((count) => gatehouse.run(count), requests / TABS)),
    )

    expect(network.countOf(REFRESH)).toBeGreaterThan(2)
    const sent = outcomes.flatMap(Object.values<number>).reduce((sum, count) => sum + count, 0)
    const answered = outcomes.reduce((sum, { ok = 0 }) => sum + ok, 0)
    expect(sent).toBeGreaterThanOrEqual(requests)
    expect(answered, JSON.stringify(outcomes)).toBeGreaterThan(sent * 0.99)
    for (const tab of tabs) {
      expect(await endedIn(tab)).toEqual([])
      expect((await sessionIn(tab))?.session_id).toBe(before?.session_id)
    }
    expect((await sessionIn(first))?.refresh_token).not.toBe(before?.refresh_token)

    await first.reload()
    expect((await sessionIn(first))?.session_id).toBe(before?.session_id)
    await first.evaluate(() => gatehouse.client.auth.logout().catch(() => undefined))
    for (const tab of others)
      await expect.poll(() => endedIn(tab)).toEqual(['signed_out_elsewhere'])
    await network.close()
  })

test('tabs that refresh at once, as when their lock failed, agree on one key', async ({
  context,
  service,
}) => {
  const network = await startLossyProxy(service.url, { faultOf: () => null, files: await files() })
  const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()))
  for (const tab of tabs) await tab.goto(`${network.url}/tab`)
  const choose = (token: string) =>
    Promise.all(
      tabs.map((tab, number) =>
        tab.evaluate(
          ([refreshToken, proposal]) => gatehouse.store.keyFor(refreshToken!, proposal!),
          [token, `key ${number} of ${token}`],
        ),
      ),
    )
  for (let round = 0; round < 20; round++) {
    const keys = new Set(await choose(`token ${round}`))
    expect(keys.size).toBe(1)
    expect([...keys][0]).toMatch(new RegExp(`^key . of token ${round}$`))
  }
  await network.close()
})
