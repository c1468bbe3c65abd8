import { readSettings } from '@/server/read-settings'
import { runService } from '@/server/run-service'

const dev = process.argv.includes('--dev')
readSettings()
await runService({
  dev,
  // Next serves /api/v1 in development, for its hot reload. The flag lets the contract tests run
  // against either lane.
  apiLane:
    process.argv.includes('--api-lane=next') || (dev && !process.argv.includes('--api-lane=direct'))
      ? 'next'
      : 'direct',
})
