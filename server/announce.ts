import { join, resolve } from 'node:path'
import { settings, type Settings } from '@/lib/config/settings'
import { mailer } from '@/lib/messaging/mail/mailer'
import { logger } from '@/lib/platform/logger'

const NO_MAIL =
  'MAIL_DRIVER=log sends no email: no one can confirm an address, reset a password, or accept an invitation. ' +
  'Set SMTP_URL or RESEND_API_KEY, and MAIL_FROM, before users sign up.'

/**
 * Announces on the terminal (local mode) or in the log that the service is running, and what to do
 * first.
 */
export function announceStart(start: {
  embedded: boolean
  startedInMs: number
  setupLink: string | null
}): void {
  const { local, baseUrl, host, port, dataDir, mail } = settings()
  logWarnings(settings())
  if (!local && mail.driver === 'log') logger().error(NO_MAIL)
  const { setupLink } = start
  if (!local) {
    logger().info({ host, port, started_in_ms: Math.round(start.startedInMs) }, 'listening')
    // Written as a plain line because the log would mask the link.
    if (setupLink) process.stdout.write(`${invitation(setupLink)}\n`)
    return
  }
  const lines = [
    `Gatehouse is ready: ${baseUrl}`,
    start.embedded
      ? `  data   ${resolve(join(dataDir, 'db'))} (embedded database)`
      : '  data   PostgreSQL, by DATABASE_URL',
    `  mail   goes to ${mailer().describe()}`,
    ...(setupLink ? ['', invitation(setupLink)] : []),
  ]
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}

/** Logs what is probably wrong with the settings, such as a misspelled name. */
export function logWarnings({ warnings }: Settings): void {
  for (const warning of warnings) logger().warn(warning)
}

function invitation(setupLink: string): string {
  return `No administrator yet. Create the first one within an hour: ${setupLink}`
}
