import type { z } from 'zod'
import { listIdentitiesOf } from '@/lib/external/identity.store'
import type { identityResponse } from '@/lib/auth/auth.answers'
import { needsRecentSignIn } from '@/lib/auth/needs-recent-sign-in'
import { now } from '@/lib/platform/clock'
import { db } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { findCredentials } from '@/lib/users/user.store'

/** A provider account that opens the signed-in person's account. Times in RFC 3339. */
export type OwnIdentity = z.output<typeof identityResponse>

/** The accounts of providers that open the signed-in person's account, and what a form that connects another has to ask for. */
export async function listIdentities(
  principal: Principal,
  at: Date = now(),
): Promise<Outcome<{ identities: OwnIdentity[]; hasPassword: boolean; needsRecentSignIn: boolean }>> {
  const user = await findCredentials(db(), principal.userId)
  if (!user) return refuse('session_revoked')
  const rows = await listIdentitiesOf(db(), principal.userId)
  return {
    ok: true,
    identities: rows.map(({ provider, email, linkedAt, lastUsedAt }) => ({
      provider,
      email,
      linked_at: linkedAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
    })),
    hasPassword: user.passwordHash !== null,
    needsRecentSignIn: needsRecentSignIn(principal, at),
  }
}
