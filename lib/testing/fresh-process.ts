import { vi } from 'vitest'
import { logger } from '@/lib/platform/logger'
import { actionRequest } from '@/lib/testing/submit-action'

// Outside of Next there is no request: tests of server actions bring one
// (lib/testing/submit-action.ts).
vi.mock('next/headers', () => ({
  headers: async () => actionRequest().getStore() ?? new Headers(),
}))

// Files of one worker share their modules, which load once; what a process remembers (settings,
// caches, limits) starts anew with each file, as it would in a process of its own.
for (const key of Object.getOwnPropertySymbols(globalThis))
  if (key.description?.startsWith('gatehouse.')) Reflect.deleteProperty(globalThis, key)

vi.useRealTimers()

// Tests provoke what the log complains of; whoever looks at the log puts a spy on it.
logger().level = 'silent'
