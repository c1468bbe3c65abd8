import { z } from 'zod'
import { settings } from '@/lib/config/settings'
import { endTrustUntil } from '@/lib/identity/mfa/end-trust'
import { addSeconds, now as presentInstant } from '@/lib/platform/clock'
import { db, type Tx } from '@/lib/platform/db/database'
import { instant } from '@/lib/platform/instant'
import { defineJob } from '@/lib/platform/jobs/define-job'
import { enqueueJob } from '@/lib/platform/jobs/enqueue-job'
import { limitWaitingJobs } from '@/lib/platform/jobs/job.store'

/**
 * Longer than other instances take to apply a changed setting: until then, they may still trust
 * browsers.
 */
const SETTLED_SECONDS = 10

export const endBrowserTrustJob = defineJob({
  kind: 'browser_trust_end',
  payload: z.object({
    /** Trust given up to this time ends, and so do the sessions opened with it. */
    until: instant,
    /** The last user done. */
    after: z.uuid().nullable(),
    at_start: z.boolean(),
  }),
  // Every instance and every worker process queues it when it starts.
  dedupeBy: ({ after, at_start: atStart }) => (atStart && after === null ? 'start' : undefined),
  run: async ({ until, after, at_start }, { now }) => {
    const last = await endTrustUntil({ until: new Date(until), after }, now)
    if (last) await enqueueJob(db(), endBrowserTrustJob, { until, after: last, at_start }, now)
  },
})

/**
 * Queues the end of all trust in browsers, and of the sessions that skipped the second step,
 * because browsers are no longer trusted: turning the setting on again must bring none of them
 * back.
 */
export async function queueEndOfTrust(tx: Tx, now: Date): Promise<void> {
  for (const seconds of [0, SETTLED_SECONDS]) {
    const at = addSeconds(now, seconds)
    const payload = { until: at.toISOString(), after: null, at_start: false }
    await enqueueJob(tx, endBrowserTrustJob, payload, now, at)
  }
}

/** Limits waiting jobs to trust given before now, because browsers are trusted again. */
export function keepTrustFrom(tx: Tx, now: Date): Promise<void> {
  return limitWaitingJobs(tx, { kind: endBrowserTrustJob.kind, until: now })
}

/**
 * Like `queueEndOfTrust`, when an instance starts: the environment may have turned the setting off.
 */
export async function endTrustAtStart(): Promise<void> {
  if (settings().mfa.trustedBrowsers) return
  const until = presentInstant().toISOString()
  await enqueueJob(db(), endBrowserTrustJob, { until, after: null, at_start: true })
}
