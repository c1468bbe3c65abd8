import type { RequestContext } from '@/lib/platform/request-context'

export function testContext(overrides: Partial<RequestContext> = {}): RequestContext {
  return {
    ip: '192.0.2.1',
    userAgent: 'vitest',
    requestId: 'test-request',
    surface: 'api',
    now: new Date(),
    deviceToken: null,
    locale: 'en',
    ...overrides,
  }
}
