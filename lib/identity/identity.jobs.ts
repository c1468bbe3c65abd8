import { purgeEmailChanges } from '@/lib/accounts/email-change.store'
import { purgeEmailTokens } from '@/lib/accounts/email-token.store'
import { purgeAttempts } from '@/lib/accounts/registration.store'
import { purgeUnprovenSignIns } from '@/lib/accounts/unproven-sign-in.store'
import { purgeChallenges, purgeEnrollments } from '@/lib/identity/mfa/factor.store'
import { purgeFlows, purgeHandoffs } from '@/lib/identity/oauth/oauth-flow.store'
import { purgeTickets } from '@/lib/identity/sessions/live-connection.store'
import { keepSigningKeys } from '@/lib/identity/sessions/rotate-signing-keys'
import { purgeEndedFamilies } from '@/lib/identity/sessions/session.store'
import { purgeAddressBudgets } from '@/lib/messaging/mail/mail-limits.store'
import { addSeconds } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { defineRecurringJob, purgeInBatches } from '@/lib/platform/jobs/define-job'
import { purgeLoginGuard } from '@/lib/protection/login-guard/login-guard.store'

const HOUR_SECONDS = 3600
const QUARTER_SECONDS = 900
/**
 * Ended sessions are kept this long, so that one of their tokens can still be told from a forged
 * one.
 */
const KEEP_ENDED_SESSIONS_SECONDS = 7 * 86_400

export const purgeEndedSessions = defineRecurringJob({
  name: 'purge-ended-sessions',
  everySeconds: HOUR_SECONDS,
  run: (now) => {
    const endedBefore = addSeconds(now, -KEEP_ENDED_SESSIONS_SECONDS)
    return purgeInBatches((limit) => purgeEndedFamilies(db(), endedBefore, limit))
  },
})

/** Expired links of emails, address changes, and registrations. */
export const purgeExpiredLinks = defineRecurringJob({
  name: 'purge-email-tokens',
  everySeconds: HOUR_SECONDS,
  run: async (now) => {
    await purgeInBatches((limit) => purgeEmailTokens(db(), now, limit))
    await purgeInBatches((limit) => purgeEmailChanges(db(), now, limit))
    await purgeInBatches((limit) => purgeAttempts(db(), now, limit))
  },
})

export const purgeExternalSignIns = defineRecurringJob({
  name: 'purge-external-sign-ins',
  everySeconds: QUARTER_SECONDS,
  run: async (now) => {
    await purgeInBatches((limit) => purgeFlows(db(), now, limit))
    await purgeInBatches((limit) => purgeHandoffs(db(), now, limit))
    await purgeInBatches((limit) => purgeUnprovenSignIns(db(), now, limit))
    await purgeInBatches((limit) => purgeAddressBudgets(db(), now, limit))
  },
})

export const purgeTwoStepData = defineRecurringJob({
  name: 'purge-second-steps',
  everySeconds: QUARTER_SECONDS,
  run: async (now) => {
    await purgeInBatches((limit) => purgeChallenges(db(), now, limit))
    await purgeInBatches((limit) => purgeEnrollments(db(), now, limit))
  },
})

export const purgeSocketTickets = defineRecurringJob({
  name: 'purge-socket-tickets',
  everySeconds: QUARTER_SECONDS,
  run: (now) => purgeInBatches((limit) => purgeTickets(db(), now, limit)),
})

export const rotateKeys = defineRecurringJob({
  name: 'rotate-signing-keys',
  everySeconds: QUARTER_SECONDS,
  run: keepSigningKeys,
})

export const purgeSignInCounters = defineRecurringJob({
  name: 'purge-login-guard',
  everySeconds: QUARTER_SECONDS,
  run: purgeLoginGuard,
})
