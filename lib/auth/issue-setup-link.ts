import { settings } from '@/lib/config/settings'
import { addSeconds } from '@/lib/platform/clock'
import { newSecretToken, sha256 } from '@/lib/platform/crypto'
import { db } from '@/lib/platform/db/database'
import { hasActiveAdmin } from '@/lib/rbac/assign-role.store'
import { replaceSetupToken } from '@/lib/setup/setup-token.store'

const LIFETIME_SECONDS = 3600

/**
 * A fresh one-time link that makes the first administrator, good for an hour and replacing any older one; null when there is an
 * administrator already. Only its hash is stored.
 */
export async function issueSetupLink(now: Date): Promise<string | null> {
  if (await hasActiveAdmin(db())) return null
  const token = newSecretToken()
  await replaceSetupToken(db(), {
    tokenHash: Buffer.from(sha256(token)),
    email: settings().bootstrapAdminEmail,
    expiresAt: addSeconds(now, LIFETIME_SECONDS),
  })
  return `${settings().baseUrl}/auth/setup?token=${token}`
}
