import { vi } from 'vitest'
import { logger } from '@/lib/platform/logger'

// Files of one worker share their modules, which load once; what a process remembers (settings, caches, limits) starts anew
// with each file, as it would in a process of its own.
for (const key of Object.getOwnPropertySymbols(globalThis))
  if (key.description?.startsWith('gatehouse.')) Reflect.deleteProperty(globalThis, key)

vi.useRealTimers()

// Tests provoke what the log complains of; whoever looks at the log puts a spy on it.
logger().level = 'silent'
