import { isTokenForm } from '@/lib/email-tokens/is-token-form'
import { sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { hasActiveAdmin } from '@/lib/rbac/assign-role.store'
import { findSetupToken } from '@/lib/setup/setup-token.store'

/** Whether a set-up link can still be used. `email`: the one address that it is for, where the settings name one. */
export type SetupLink = { live: true; email: string | null } | { live: false; hasAdministrator: boolean }

/** What the page of the set-up link shows. Nothing is used up. */
export async function inspectSetupLink(by: { token: string; now: Date }): Promise<SetupLink> {
  const hasAdministrator = await hasActiveAdmin(db())
  if (hasAdministrator || !isTokenForm(by.token)) return { live: false, hasAdministrator }
  const found = await findSetupToken(db(), { tokenHash: Buffer.from(sha256(by.token)), now: by.now })
  return found ? { live: true, email: found.email } : { live: false, hasAdministrator }
}
