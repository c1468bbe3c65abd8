import { db } from '@/lib/platform/db/database'
import { refuse, type Outcome } from '@/lib/platform/problems'
import type { Principal } from '@/lib/platform/request-context'
import { presentProfile, type Profile } from '@/lib/users/present-profile'
import { findProfile } from '@/lib/users/user.store'

/** The signed-in person's own account. */
export async function getProfile(principal: Principal): Promise<Outcome<{ user: Profile }>> {
  const row = await findProfile(db(), principal.userId)
  return row ? { ok: true, user: presentProfile(row, principal.roles) } : refuse('session_revoked')
}
