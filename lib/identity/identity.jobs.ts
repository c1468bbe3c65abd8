import { purgeEmailChanges } from '@/lib/accounts/email-change.store'
import { purgeEmailTokens } from '@/lib/accounts/email-token.store'
import { purgeAttempts } from '@/lib/accounts/registration.store'
import { purgeSignInCodes } from '@/lib/accounts/sign-in-code.store'
import { purgeUnprovenSignIns } from '@/lib/accounts/unproven-sign-in.store'
import { purgeChallenges, purgeEnrollments } from '@/lib/identity/mfa/factor.store'
import { purgeFlows, purgeHandoffs } from '@/lib/identity/oauth/oauth-flow.store'
import { purgePasskeyChallenges } from '@/lib/identity/passkeys/passkey-challenge.store'
import { purgeUnconfirmed } from '@/lib/identity/registration/purge-unconfirmed'
import { purgeTickets } from '@/lib/identity/sessions/live-connection.store'
import { keepSigningKeys } from '@/lib/identity/sessions/rotate-signing-keys'
import { purgeEndedFamilies } from '@/lib/identity/sessions/session.store'
import { purgeAddressBudgets } from '@/lib/messaging/mail/mail-limits.store'
import { addSeconds } from '@/lib/platform/clock'
import { definePurgeJob, defineRecurringJob } from '@/lib/platform/jobs/define-job'
import { purgeLoginGuard } from '@/lib/protection/login-guard/login-guard.store'

const HOUR_SECONDS = 3600
const QUARTER_SECONDS = 900
/**
 * Ended sessions are kept this long, so that one of their tokens can still be told from a forged
 * one.
 */
const KEEP_ENDED_SESSIONS_SECONDS = 7 * 86_400

export const purgeEndedSessions = definePurgeJob({
  name: 'purge-ended-sessions',
  everySeconds: HOUR_SECONDS,
  purges: {
    session_families: (db, now, limit) =>
      purgeEndedFamilies(db, addSeconds(now, -KEEP_ENDED_SESSIONS_SECONDS), limit),
  },
})

/** Expired links of emails, address changes, and registrations, and registrations without any. */
export const purgeExpiredLinks = definePurgeJob({
  name: 'purge-email-tokens',
  everySeconds: HOUR_SECONDS,
  purges: {
    email_tokens: purgeEmailTokens,
    email_changes: purgeEmailChanges,
    registration_attempts: purgeAttempts,
    unconfirmed_registrations: purgeUnconfirmed,
  },
})

export const purgeExternalSignIns = definePurgeJob({
  name: 'purge-external-sign-ins',
  everySeconds: QUARTER_SECONDS,
  purges: {
    oauth_flows: purgeFlows,
    oauth_handoffs: purgeHandoffs,
    unproven_sign_ins: purgeUnprovenSignIns,
    mail_address_budgets: purgeAddressBudgets,
  },
})

export const purgeTwoStepData = definePurgeJob({
  name: 'purge-second-steps',
  everySeconds: QUARTER_SECONDS,
  purges: {
    mfa_challenges: purgeChallenges,
    mfa_enrolments: purgeEnrollments,
    passkey_challenges: purgePasskeyChallenges,
    sign_in_codes: purgeSignInCodes,
  },
})

export const purgeSocketTickets = definePurgeJob({
  name: 'purge-socket-tickets',
  everySeconds: QUARTER_SECONDS,
  purges: { socket_tickets: purgeTickets },
})

export const rotateKeys = defineRecurringJob({
  name: 'rotate-signing-keys',
  everySeconds: QUARTER_SECONDS,
  run: keepSigningKeys,
})

export const purgeSignInCounters = definePurgeJob({
  name: 'purge-login-guard',
  everySeconds: QUARTER_SECONDS,
  purges: { login_guard: purgeLoginGuard },
})
