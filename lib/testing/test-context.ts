import type { RequestContext } from '@/lib/platform/request-context'

/** The context of a request as tests want it. */
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
