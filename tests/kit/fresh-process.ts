import { vi } from 'vitest'
import { resetAllSingletons } from '@/lib/config/process-singleton'
import { setDatabaseClockByCallers } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { actionRequest } from '@/tests/kit/submit-action'

// Outside of Next there is no request; tests of server actions provide one
// (tests/kit/submit-action.ts).
vi.mock('next/headers', () => ({
  headers: async () => actionRequest().getStore() ?? new Headers(),
}))

// Test files of one worker share their modules, which load once. Process-wide state (settings,
// caches, limits) is reset for each file, as in a separate process.
resetAllSingletons()

// Tests choose when something happens, also in the database.
setDatabaseClockByCallers(true)

vi.useRealTimers()

// Tests cause errors on purpose, which would fill the output. Tests of the log spy on it.
logger().level = 'silent'
