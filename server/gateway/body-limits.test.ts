import { expect, it } from 'vitest'
import { pageTable } from '@/lib/http/pages/page-table'
import { apiOperations } from '@/tests/kit/contract/declared-handlers'
import { bodyLimits } from '@/server/gateway/body-limits'
import { routePatterns } from '@/server/gateway/route-pattern'

const FILE = 10_485_760
const operations = await apiOperations()
const apiRoutes = [...new Set(operations.map(({ path }) => path))].map((path) => {
  const own = operations.filter((operation) => operation.path === path)
  return { path, handlers: Object.fromEntries(own.map(({ method, handler }) => [method, handler])) }
})
const paths = [...apiRoutes, ...pageTable].map(({ path }) => path)
const limitAt = bodyLimits(apiRoutes, routePatterns(paths))
const addressOf = (path: string) =>
  path.replaceAll(/\[\w+\]/g, '019335e0-0000-7000-8000-00000000000a')

it('only what declares it accepts more, or less, than 100 kB', () => {
  const limits = paths.map((path) => [path, limitAt(addressOf(path))] as const)
  expect(limits.length).toBeGreaterThan(200)
  const others = limits.filter(([, { maxBytes }]) => maxBytes !== 100_000)
  expect(Object.fromEntries(others.map(([path, limit]) => [path, Object.values(limit)]))).toEqual({
    '/api/v1/auth/oauth/[provider]/callback': [8_192, 'body_too_large', 0],
    '/api/v1/me/avatar': [FILE + 20_000, 'payload_too_large', 0],
    '/api/v1/uploads': [FILE + 20_000, 'payload_too_large', 0],
    '/api/v1/users/imports': [FILE, 'body_too_large', 0],
    '/auth/oauth/[provider]/callback': [8_192, 'body_too_large', 0],
    '/contact': [FILE + 20_000, 'body_too_large', 64_000_000],
    '/dashboard/account': [FILE + 20_000, 'body_too_large', 64_000_000],
    '/dashboard/rbac/roles/[id]': [350_000, 'body_too_large', 0],
    '/dashboard/rbac/roles/new': [350_000, 'body_too_large', 0],
    '/dashboard/settings/brand': [FILE + 20_000, 'body_too_large', 64_000_000],
    '/dashboard/uploads': [FILE + 20_000, 'body_too_large', 64_000_000],
    '/dashboard/users/import': [FILE + 20_000, 'body_too_large', 64_000_000],
  })
})

it.each(['/none', '/api/v1/none', '/api/v1/users/imports/x/y', ''])(
  'a path that does not exist accepts 100 kB: “%s”',
  (path) => expect(limitAt(path)).toMatchObject({ maxBytes: 100_000, maxDrainedBytes: 0 }),
)
