import { needsPassword, type LinkOpener } from '@/lib/auth/needs-password'
import { db } from '@/lib/platform/db/database'
import { findVerification } from '@/lib/registration/verification.store'

/**
 * What the page of a verification link has to show: the address that it confirms and whether it asks for a password; null when the link
 * is unknown, used or expired. Nothing is used up.
 */
export async function inspectVerification(
  by: { token: string; now: Date },
  opener: LinkOpener,
): Promise<{ email: string; asksPassword: boolean } | null> {
  const link = await findVerification(db(), by)
  return link && { email: link.email, asksPassword: needsPassword(link, opener) }
}
