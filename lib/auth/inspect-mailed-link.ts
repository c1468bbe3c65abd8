import { findAddressChange, findLinkOwner } from '@/lib/email-tokens/mailed-link.store'
import { db } from '@/lib/platform/db/database'

/**
 * What the page of a mailed link shows: the address that it is about and the name of the account; null when the link is unknown, used
 * or expired, which look the same. Nothing is used up.
 */
export function inspectMailedLink(
  kind: 'reset_password' | 'invitation' | 'email_change',
  by: { token: string; now: Date },
): Promise<{ email: string; name: string | null } | null> {
  return kind === 'email_change' ? findAddressChange(db(), by) : findLinkOwner(db(), { kind, ...by })
}
