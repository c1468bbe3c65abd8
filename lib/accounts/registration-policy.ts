import { settings } from '@/lib/config/settings'
import { type Refusal, refuse } from '@/lib/platform/problems'

/**
 * Why no one may register with this (normalized) address, or null. Depends on the address and the
 * settings alone, and is checked before anything is looked up, so that the refusal reveals nothing
 * about accounts.
 */
export function checkMayRegister(email: string): Refusal | null {
  const { mode, domains } = settings().registration
  if (mode === 'invited') return refuse('registration_closed')
  if (mode !== 'domains') return null
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return domains.some((pattern) => matchesDomain(domain, pattern))
    ? null
    : refuse('registration_closed')
}

function matchesDomain(domain: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? domain.endsWith(pattern.slice(1)) : domain === pattern
}

/** Whether an administrator must approve accounts that are registered now. */
export function needsApproval(): boolean {
  return settings().registration.mode === 'approval'
}
