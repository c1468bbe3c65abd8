import { readSettings } from '@/server/read-settings'
import { failToStart, runService } from '@/server/run-service'
import { runPrimary } from '@/server/workers/primary'
import { isWorker } from '@/server/workers/worker'

const dev = process.argv.includes('--dev')
const settings = readSettings({ leaveEnvironment: true })
if (settings.workers > 1 && !dev && !isWorker()) await runPrimary(settings).catch(failToStart)
else {
  readSettings()
  await runService({
    dev,
    // Next serves /api/v1 in development, for its hot reload. The flag lets the contract tests run
    // against both, in local mode.
    apiServedBy:
      process.argv.includes('--api-served-by=next') ||
      (dev && !process.argv.includes('--api-served-by=gateway'))
        ? 'next'
        : 'gateway',
  })
}
