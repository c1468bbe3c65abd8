import { afterEach, expect, it, vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import { openTestGateway } from '@/tests/kit/open-test-gateway'
import { rawRequest } from '@/tests/kit/raw-request'

const warn = vi.spyOn(logger(), 'warn')
afterEach(() => warn.mockReset())

/** What was warned of after these requests. */
async function warnedAfter(hops: string, requests: (readonly [path: string, chain?: string])[]) {
  const gateway = await openTestGateway({
    env: { TRUST_PROXY_HOPS: hops },
    pages: async (_req, res) => void res.end('page'),
  })
  for (const [path, chain] of requests)
    await rawRequest(gateway.port, [
      `GET ${path} HTTP/1.1`,
      'Host: localhost',
      ...(chain ? [`X-Forwarded-For: ${chain}`] : []),
    ])
  await gateway.close()
  return warn.mock.calls.flatMap(([about]) =>
    typeof about === 'object' && about !== null && 'trust_proxy_hops' in about ? [about] : [],
  )
}

it('warns once that a proxy does not append to X-Forwarded-For, so that clients share its address', async () => {
  const requests = [['/auth/login'], ['/auth/login'], ['/auth/login', '192.0.2.1']] as const
  expect(await warnedAfter('1', [...requests])).toEqual([
    { entries: 0, trust_proxy_hops: 1, peer: expect.stringContaining('127.0.0.1') as string },
  ])
})

it('warns of a chain that is too short', async () => {
  expect(await warnedAfter('2', [['/auth/login', '192.0.2.1']])).toMatchObject([{ entries: 1 }])
})

it('does not warn of health checks, complete chains, or without a trusted proxy', async () => {
  expect(await warnedAfter('1', [['/healthz'], ['/auth/login', '192.0.2.1']])).toEqual([])
  expect(await warnedAfter('0', [['/auth/login']])).toEqual([])
})
