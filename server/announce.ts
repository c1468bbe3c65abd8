import { join, resolve } from 'node:path'
import { settings } from '@/lib/config/settings'
import { mailer } from '@/lib/mail/mailer'
import { logger } from '@/lib/platform/logger'

/** Tells the person at the terminal (local mode), or the log, that the service is up and what to do first. */
export async function announce(start: { embedded: boolean; startedInMs: number }): Promise<void> {
  const { local, baseUrl, host, port, dataDir } = settings()
  if (!local) {
    logger().info({ host, port, started_in_ms: Math.round(start.startedInMs) }, 'listening')
    return
  }
  const lines = [
    `Gatehouse is ready: ${baseUrl}`,
    start.embedded
      ? `  data   ${resolve(join(dataDir, 'db'))} (embedded database)`
      : '  data   PostgreSQL, by DATABASE_URL',
    `  mail   goes to ${mailer().describe()}`,
  ]
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}
