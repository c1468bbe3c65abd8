import { settings } from '@/lib/config/settings'

/**
 * How recently a user must have signed in for what a hijacked session must not do. `critical`: gives
 * lasting access to an account or the service, or can't be undone; asks for the password otherwise.
 * `sensitive`: changes what others may do, or where data is sent. An API key never counts as recent.
 */
export const SENSITIVE_ACTS = {
  api_key: 'critical',
  settings: 'critical',
  email: 'critical',
  identity: 'critical',
  mfa: 'critical',
  passkey: 'critical',
  account_deletion: 'critical',
  account_erasure: 'critical',
  impersonation: 'critical',
  invitation_link: 'critical',
  role_change: 'sensitive',
  role_assignment: 'sensitive',
  mfa_reset: 'sensitive',
  user_email: 'sensitive',
  user_import: 'sensitive',
  webhook: 'sensitive',
} as const

/** An act whose sign-in the route or form checks; critical ones check in their use case. */
export type SensitiveAct = {
  [A in keyof typeof SENSITIVE_ACTS]: (typeof SENSITIVE_ACTS)[A] extends 'sensitive' ? A : never
}[keyof typeof SENSITIVE_ACTS]

/** How old the sign-in may be, in seconds. */
export function maxAgeOf(act: keyof typeof SENSITIVE_ACTS): number {
  const { criticalSeconds, sensitiveSeconds } = settings().reauth
  return SENSITIVE_ACTS[act] === 'critical' ? criticalSeconds : sensitiveSeconds
}
