import type { EmailTokenKind } from '@/lib/email-tokens/email-token.store'
import { isTokenForm } from '@/lib/email-tokens/is-token-form'
import { sha256 } from '@/lib/platform/crypto'
import type { Db } from '@/lib/platform/db/database'

/**
 * Whose account a link of a mail opens, if it would be accepted now; null otherwise, whatever the reason. Reads only. An invitation is
 * no longer accepted once its account has a password or a confirmed address.
 */
export async function findLinkOwner(
  db: Db,
  { token, kind, now }: { token: string; kind: EmailTokenKind; now: Date },
): Promise<{ email: string; name: string | null } | null> {
  if (!isTokenForm(token)) return null
  const rows = await db.$queryRaw<{ email: string; name: string | null }[]>`
    SELECT u.email, u.name
    FROM email_tokens t JOIN users u ON u.id = t.user_id AND u.email = t.email
    WHERE t.token_hash = ${new Uint8Array(sha256(token))} AND t.kind = ${kind}::email_token_kind
      AND t.consumed_at IS NULL AND t.expires_at > ${now}::timestamptz AND u.status IN ('pending', 'active')
      AND (t.kind <> 'invitation'
        OR (u.invited_at IS NOT NULL AND u.password_hash IS NULL AND u.email_verified_at IS NULL))`
  return rows[0] ?? null
}

/** The same for the link that confirms a new address: the address that it would give to its account. */
export async function findAddressChange(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<{ email: string; name: string | null } | null> {
  if (!isTokenForm(token)) return null
  const rows = await db.$queryRaw<{ email: string; name: string | null }[]>`
    SELECT c.new_email AS email, u.name FROM email_changes c JOIN users u ON u.id = c.user_id AND u.status = 'active'
    WHERE c.token_hash = ${new Uint8Array(sha256(token))} AND c.expires_at > ${now}::timestamptz`
  return rows[0] ?? null
}
