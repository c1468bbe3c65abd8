import { syncSubscriptions } from '@/lib/messaging/webhooks/sync-subscriptions'
import { defineRecurringJob } from '@/lib/platform/jobs/define-job'
import { readBuild } from '@/server/start-up'

/** Does what a start left undone because a newer version was running. */
export const syncSubscriptionsJob = defineRecurringJob({
  name: 'sync-webhook-subscriptions',
  everySeconds: 300,
  run: () => syncSubscriptions(readBuild()),
})
