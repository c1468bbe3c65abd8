import { settings } from '@/lib/config/settings'

/**
 * What a hijacked session must not do, and how recently its user must have signed in for it.
 * `critical`: gives lasting access to an account or the service, or can't be undone; asks for the
 * password otherwise. `sensitive`: changes what others may do, or where data is sent. An API key
 * never counts as recent.
 */
export const PROTECTED_ACTS = {
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

export type ProtectedAct = keyof typeof PROTECTED_ACTS

/** An act whose sign-in the route or form checks; critical ones check in their use case. */
export type SensitiveAct = {
  [A in ProtectedAct]: (typeof PROTECTED_ACTS)[A] extends 'sensitive' ? A : never
}[ProtectedAct]

/** How old the sign-in may be, in seconds. */
export function maxAgeOf(act: ProtectedAct): number {
  const { criticalSeconds, sensitiveSeconds } = settings().reauth
  return PROTECTED_ACTS[act] === 'critical' ? criticalSeconds : sensitiveSeconds
}
