import { afterAll, beforeAll, beforeEach } from 'vitest'
import { smsCodeJob, smsNoticeJob } from '@/lib/messaging/messaging.jobs'
import { db } from '@/lib/platform/db/database'
import { runDueJobs } from '@/tests/kit/jobs'
import { startTwilioStandIn } from '@/tests/kit/stand-ins/twilio-stand-in'
import { useSettings } from '@/tests/kit/test-settings'

/**
 * Provides a test file with a Twilio stand-in and further settings, and with empty queues and full
 * budgets before each test.
 */
export function useTextQueue(env: Record<string, string> = {}) {
  const state = {} as { twilio: Awaited<ReturnType<typeof startTwilioStandIn>> }
  const set = (more: Record<string, string> = {}) =>
    useSettings({ ...state.twilio.env, ...env, ...more })
  beforeAll(async () => {
    state.twilio = await startTwilioStandIn()
    set()
  })
  afterAll(() => state.twilio.close())
  beforeEach(async () => {
    state.twilio.clear()
    set()
    await db().job.deleteMany()
    await db().smsBudget.deleteMany()
    await db().smsOptOut.deleteMany()
  })
  return {
    twilio: () => state.twilio,
    set,
    /** Runs all jobs that are due. */
    async work(at = new Date()) {
      while ((await runDueJobs([smsCodeJob, smsNoticeJob], at)) > 0);
    },
    /** The messages sent to a number, oldest first. */
    sentTo: (phone: string) =>
      state.twilio.messages
        .filter(({ fields }) => fields.To === phone)
        .map(({ fields }) => fields.Body!),
    /** The code in the last message to a number; empty if there is none. */
    codeTo: (phone: string) =>
      /\b\d{6}\b/.exec(
        state.twilio.messages.findLast(({ fields }) => fields.To === phone)?.fields.Body ?? '',
      )?.[0] ?? '',
  }
}

/** A unique number in the range reserved for fiction. */
export function freshPhone(): string {
  serial += 1
  return `+44770090${String(1000 + serial)}`
}
let serial = 0
