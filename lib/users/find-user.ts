import { findManagedUser, findManagedUserByEmail } from '@/lib/accounts/managed-user.store'
import { type ManagedUser, presentManagedUser } from '@/lib/accounts/present-managed-user'
import { normalizeEmail } from '@/lib/config/email-address'
import { db } from '@/lib/platform/db/database'
import { isId } from '@/lib/platform/ids'
import { type Outcome, refuse } from '@/lib/platform/problems'

/** A user by ID or email address, for an operator; checks no permission. */
export async function findUser(reference: string): Promise<Outcome<{ user: ManagedUser }>> {
  const row = isId(reference)
    ? await findManagedUser(db(), reference)
    : await findManagedUserByEmail(db(), normalizeEmail(reference))
  if (row) return { ok: true, user: presentManagedUser(row) }
  return refuse('not_found', { detail: 'There is no user with this ID or email address.' })
}
