import { MAIL_JOB } from '@/lib/mail/queue-mail'
import { db } from '@/lib/platform/db/database'
import { countWaitingJobs } from '@/lib/platform/jobs/count-jobs.store'
import { findProviderHealth, type ProviderHealth } from '@/lib/settings/provider-health.store'

/** How the mail server is doing, and how many mails wait for it. */
export async function mailHealth(): Promise<ProviderHealth & { queueLength: number }> {
  const [health, queueLength] = await Promise.all([
    findProviderHealth('mail'),
    countWaitingJobs(db(), MAIL_JOB),
  ])
  return { ...health, queueLength }
}
